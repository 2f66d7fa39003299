package import Core

/// The exit codes of the program.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case passed = 0
  case failed = 1
  case regression = 2
  case tooWeak = 3
  case nothingRan = 4
  case notComparable = 5
  case usage = 64
  case unreadableInput = 65
  case ownBug = 70
  case cannotWrite = 73
  case interrupted = 130
  /// As a shell shows a process that SIGPIPE ended: 128 + 13.
  case readerLeft = 141

  /// For the help text.
  package var meaning: String {
    switch self {
    case .passed: "every promise was kept and every known defect was reproduced"
    case .failed:
      "a promise was broken: a forbidden outcome, an unexpected crash or hang; a check or a litmus test came out other"
        + " than declared; a lesson's claim did not come true"
    case .regression: "a comparison found a regression"
    case .tooWeak:
      "a known defect that no row has reproduced, so silence elsewhere means little; or a check stopped by a limit"
    case .nothingRan: "nothing was selected, or nothing ran"
    case .notComparable: "a comparison of what cannot be compared"
    case .usage: "wrong usage; nothing ran"
    case .unreadableInput: "unreadable or malformed input; nothing ran"
    case .ownBug: "a bug of our own"
    case .cannotWrite: "the output cannot be written"
    case .interrupted: "interrupted; the finished rows are in the report"
    case .readerLeft: "standard output was closed (SIGPIPE)"
    }
  }

  /// The most severe first; the two that are detected before anything runs lead.
  private static let worstFirst: [ExitCode] = [
    .usage, .unreadableInput, .ownBug, .cannotWrite, .readerLeft, .interrupted, .failed, .regression, .notComparable,
    .tooWeak, .nothingRan, .passed,
  ]

  package static func worst(of codes: [ExitCode]) -> ExitCode {
    worstFirst.first(where: codes.contains) ?? .passed
  }

  package init(_ verdict: RunVerdict) {
    self =
      switch verdict {
      case .passed: .passed
      case .failed: .failed
      case .tooWeak: .tooWeak
      case .nothingRan: .nothingRan
      case .interrupted: .interrupted
      }
  }
}
