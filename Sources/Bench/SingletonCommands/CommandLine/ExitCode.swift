package import SingletonCore

package enum ExitCode: Int32, CaseIterable, Sendable {
  case passed = 0
  case failed = 1
  case regression = 2
  case tooWeak = 3
  case incomplete = 4
  case notComparable = 5
  case usage = 64
  case unreadableInput = 65
  case ownBug = 70
  case systemRefused = 71
  case cannotWrite = 73
  case interrupted = 130
  /// The code that a shell reports for a process that SIGPIPE has ended: 128 + 13.
  case readerLeft = 141

  /// The meaning of the code, for the help text.
  package var meaning: String {
    switch self {
    case .passed: "every promise was kept and every known defect was reproduced"
    case .failed:
      "a promise was broken (forbidden outcome, unexpected crash or hang), a check or a litmus test differs from what"
        + " is declared, or a lesson's claim was not confirmed"
    case .regression: "a comparison found a regression"
    case .tooWeak:
      "a known defect was not reproduced by any row, so passed rows prove little; or a limit stopped a check"
    case .incomplete:
      "nothing was selected, or check models none of the strategies, or rows were skipped through no fault of their"
        + " strategies"
    case .notComparable: "a comparison lacks rows, or could not judge the times as requested"
    case .usage: "invalid usage; nothing ran"
    case .unreadableInput: "unreadable or malformed input; nothing ran"
    case .ownBug: "internal error"
    case .systemRefused: "the system refused memory, processes or descriptors; the finished rows are in the report"
    case .cannotWrite: "an output cannot be written"
    case .interrupted: "interrupted; the finished rows are in the report"
    case .readerLeft: "standard output was closed (SIGPIPE)"
    }
  }

  /// The codes in order of severity, the most severe first. The first two are for errors that are detected before
  /// anything runs.
  private static let worstFirst: [ExitCode] = [
    .usage, .unreadableInput, .ownBug, .systemRefused, .cannotWrite, .readerLeft, .interrupted, .failed, .regression,
    .notComparable,
    .tooWeak, .incomplete, .passed,
  ]

  package static func worst(of codes: [ExitCode]) -> ExitCode {
    worstFirst.first(where: codes.contains) ?? .passed
  }

  package init(_ verdict: RunGrade) {
    self =
      switch verdict {
      case .passed: .passed
      case .failed: .failed
      case .tooWeak: .tooWeak
      case .incomplete: .incomplete
      case .interrupted: .interrupted
      }
  }
}
