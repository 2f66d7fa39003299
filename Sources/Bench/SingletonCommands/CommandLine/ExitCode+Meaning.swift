package import SingletonArgumentParsing
package import SingletonCore

extension ExitCode {
  /// The meaning of the code, for the help text.
  package var meaning: String {
    switch self {
    case .passed: "every promise was kept and every known defect was reproduced"
    case .failed:
      "a promise was broken (forbidden outcome, unexpected crash or hang), a check differs from what is declared, or a"
        + " lesson's claim was not confirmed"
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
