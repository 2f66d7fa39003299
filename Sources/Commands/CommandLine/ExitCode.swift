package import Outcomes

/// What the process tells whoever started it.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case held = 0
  case broken = 1
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
    case .held: "every promise held and every known defect was shown"
    case .broken:
      "a promise was broken: a forbidden outcome, an unexpected crash or hang; a check or a litmus test came out other"
        + " than declared; a lesson's claim did not come true"
    case .regression: "a comparison found a regression"
    case .tooWeak:
      "a known defect that no row has shown, so silence elsewhere means little; or a check stopped by a limit"
    case .nothingRan: "nothing was selected, or nothing ran"
    case .notComparable: "a comparison of what cannot be compared"
    case .usage: "wrong usage; nothing ran"
    case .unreadableInput: "unreadable or malformed input; nothing ran"
    case .ownBug: "a bug of our own"
    case .cannotWrite: "the output cannot be written"
    case .interrupted: "interrupted; the finished rows are in the report"
    case .readerLeft: "the reader closed the pipe, which ends us without a word"
    }
  }

  /// Of several facts the first of these is told; the two that come before anything runs lead.
  private static let worstFirst: [ExitCode] = [
    .usage, .unreadableInput, .ownBug, .cannotWrite, .readerLeft, .interrupted, .broken, .regression, .notComparable,
    .tooWeak, .nothingRan, .held,
  ]

  package static func worst(of codes: [ExitCode]) -> ExitCode {
    worstFirst.first(where: codes.contains) ?? .held
  }

  package init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .held: .held
      case .broken: .broken
      case .tooWeak: .tooWeak
      case .nothingRan: .nothingRan
      case .interrupted: .interrupted
      }
  }
}
