import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonTextFormats

extension CommandError {
  /// Creates an error for a run that ended because of a system failure.
  init(_ failure: EngineError, after rows: [StressRow], in report: String) {
    let finished = rows.count { $0.status != .interrupted }
    self.init(
      code: .systemRefused,
      problem: "the run stopped after \(HumanFormat.grouped(finished)) of \(HumanFormat.counted(rows.count, "row")),"
        + " as \(report == "-" ? "the report" : report.harmless) says: \(failure.description)",
      likely: Self.limits)
  }

  init(ofRun error: any Error) {
    if let error = error as? OutputError {
      // The description already includes the hints.
      self.init(code: error.readerHasGone ? .readerLeft : .cannotWrite, problem: error.description)
    } else {
      self.init(reporting: error)
    }
  }
}
