import SingletonCore
import SingletonTextFormats

/// The first screen of a run as a table: which strategies are safe, the cheapest first.
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
    "\(report.prefix)A line for each strategy: safe ones first, the cheapest at the top. Columns: what callers do."
      + " A dot (\(Usage.notTried)) is a usage that was not tried. Times: of a later access, in nanoseconds."
  }

  private func row(_ strategy: StrategySummary, _ usages: [Usage]) -> (String, [Matrix.Cell]) {
    let share = HumanFormat.percent(strategy.violatingTrials, of: strategy.trials)
    let trials = HumanFormat.counted(strategy.trials, "trial") + (strategy.trials == 0 ? "" : ", \(share) violating")
    let first = strategy.accessor.map { Matrix.Band(tone: $0.kind.tone, text: $0.phrase(), more: trials) }
    let others = usages.map { usage in Matrix.Cell.bands(strategy.verdicts[usage].map { [band($0)] } ?? []) }
    return (strategy.id, [.bands([first].compactMap(\.self)), .figure(HumanFormat.short(strategy.cost))] + others)
  }

  private func band(_ verdict: Verdict) -> Matrix.Band {
    let phrase = verdict.shortPhrase
    return Matrix.Band(tone: phrase.tone, text: phrase.text, words: verdict.phrase(naming: true))
  }
}
