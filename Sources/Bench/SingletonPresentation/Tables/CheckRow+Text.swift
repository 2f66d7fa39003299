package import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonTextFormats

extension CheckRow {
  package var verdictSentence: String { StyledText(self).text }

  /// Returns the result in a sentence, followed by its counterexample.
  ///
  /// - Parameter drawing: Whether to draw the counterexample, if there is one.
  package func summary(width: Int = 80, color: Bool = false, drawing: Bool = true) -> String {
    let outcome = StyledText(self)
    let count = completeExecutions.map { ", " + HumanFormat.counted($0, callers.unit) } ?? ""
    let lines = TextLayout.wrapped("\(title)\(count): \(outcome.text)", width: width, later: "   ", cutsWords: true)
    let sentence = lines.map { (color ? outcome.tone.painted($0) : $0) + "\n" }.joined()
    guard drawing, let counterexample else { return sentence }
    let command = counterexample.replayCommand
    return sentence + "\n" + CounterexampleDrawing(counterexample, command: command, width: width, color: color).text
  }

  fileprivate var findings: String { Findings(reported, models: strongestModels).text(\.meaning, \.rawValue) }

  /// The reason why the check has neither proved nor refuted anything, or `nil` if it has.
  package var whyOpen: String? {
    if let obstacle { return obstacle }
    return switch verdict {
    case .proved, .refuted: nil
    case .undecided where completeExecutions == nil: "no execution was complete before the limit"
    case .undecided:
      "\(HumanFormat.counted(executions ?? 0, callers.unit)) explored, and there are more"
    case .tooManyThreads:
      "each phase of the scenario has its own threads, and they are more than the checker can have; no limit on time"
        + " or executions changes that"
    case .notModeled: "implemented by the language runtime, which has no source to run in a model"
    }
  }
}

extension StyledText {
  init(_ row: CheckRow) {
    self.init(text: Self.sentence(row), tone: row.isAsDeclared ? row.verdict.tone : .bad)
  }

  private static func sentence(_ row: CheckRow) -> String {
    let condition = row.condition.map { ", \($0)" } ?? ""
    switch row.verdict {
    case .notModeled, .undecided, .tooManyThreads: return "\(row.verdict)" + (row.whyOpen.map { ": " + $0 } ?? "")
    case .proved:
      let proved = "\(row.verdict)" + condition
      return (row.found.isEmpty ? proved : "\(proved); \(row.findings)") + undeclared(row)
    case .refuted:
      return "\(row.verdict): \(row.findings)" + condition + undeclared(row)
    }
  }

  private static func undeclared(_ row: CheckRow) -> String {
    switch row.grade {
    case .failed: "; \(Grade.failed.notice!): expected \(row.expected)"
    case .notReproduced: "; NOT FOUND: expected \(row.expected)"
    case .passed, .reproduced, nil: ""
    }
  }
}

extension CheckVerdict {
  var tone: StyledText.Tone { self == .proved ? .good : self == .refuted ? .bad : .neutral }
}
