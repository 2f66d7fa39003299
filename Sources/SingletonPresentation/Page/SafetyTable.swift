import SingletonCore
import SingletonTextFormats

/// The first screen of a run as a table: which strategies are safe, the safer ones first.
struct SafetyTable {
  private let report: PageReport

  init(_ report: PageReport) { self.report = report }

  var markup: [Markup] {
    guard !report.strategies.isEmpty else { return [.element("p", text: "No strategy ran.")] }
    let usages = report.strategies.usages
    let table = Matrix(
      title: "Which strategies are safe", description: description,
      columns: [Usage.accessing.words, "ns an access"] + usages.map(\.words),
      rows: report.strategies.map { row($0, usages) },
      isWhole: true)
    let kinds = Set(report.strategies.flatMap(\.verdicts.values).map(\.kind))
    let legend = Verdict.Kind.allCases.filter(kinds.contains).map { ($0.tone, "\($0.words): \($0.meaning)") }
    return table.markup + [.legend(legend)]
  }

  private var description: String {
    let sentences =
      [
        "A line for each strategy, with a column for what callers do. A dot (\(Usage.notTried)) is not tried.",
        StrategySummary.order, "ns: \(AccessTiming.meaning).",
      ] + ThreadsNote(report.rows).sentences(each: "the charts below have each")
      + [AccessCost.note(report.strategies.map(\.cost)).map { $0 + "." }].compactMap(\.self)
    return report.prefix + sentences.joined(separator: " ")
  }

  private func row(_ strategy: StrategySummary, _ usages: [Usage]) -> (String, [Matrix.Cell]) {
    let share = HumanFormat.percent(strategy.violatingTrials, of: strategy.trials)
    let trials = HumanFormat.counted(strategy.trials, "trial") + (strategy.trials == 0 ? "" : ", \(share) violating")
    let first = strategy.accessor.map { verdict in
      let phrase = verdict.styledPhrase.naming(strategy.harmless[.accessing] ?? [])
      return Matrix.Band(tone: phrase.tone, text: phrase.text, more: trials)
    }
    let others = usages.map { Matrix.Cell.bands([band(strategy, $0)].compactMap(\.self)) }
    return (strategy.id, [.bands([first].compactMap(\.self)), .figure(strategy.cost.text)] + others)
  }

  private func band(_ strategy: StrategySummary, _ usage: Usage) -> Matrix.Band? {
    strategy.verdicts[usage].map { verdict in
      let phrase = verdict.shortPhrase.naming(strategy.harmless[usage] ?? [])
      return Matrix.Band(tone: phrase.tone, text: phrase.text, words: verdict.phrase(naming: true))
    }
  }
}
