import SingletonComparison
package import SingletonCore
package import SingletonTextFormats

/// A page with everything about a report, a check, or both.
package struct Page {
  private typealias Part = PageDocument.Part

  private let reports: [PageReport]
  private let results: [CheckRow]?
  /// The new report, or the only one; `nil` on a page with only a check.
  private let subject: PageReport?
  private let listings: (CheckRow) -> [SourceText]

  /// - Parameters:
  ///   - reports: One report, or the old one and the new one. Each must have rows. The array may be empty if there are
  ///     results.
  ///   - results: The results of a check, or `nil` if there was no check.
  ///   - listings: Returns the source files of a checked strategy.
  package init(
    _ reports: [PageReport] = [], check results: [CheckRow]? = nil,
    listings: @escaping (CheckRow) -> [SourceText] = { _ in [] }
  ) {
    self.listings = listings
    self.reports = results.map { results in reports.map { $0.judged(by: results) } } ?? reports
    self.results = results
    subject = self.reports.last
  }

  package var text: String {
    PageDocument(
      title: "\(Tool.current.name): \(alerts.first?.sentence ?? headline)", header: header,
      parts: (subject.map(parts) ?? []) + checked + facts
    ).text
  }

  // MARK: - The header

  private var headline: String {
    if let subject { return Self.headline(subject) }
    guard let results, results.count == 1 else { return CheckTable.counts(results ?? []) }
    return results[0].summary(width: .max, drawing: false).filter { $0 != "\n" }
  }

  private static func headline(_ report: PageReport) -> String {
    let strategies = report.strategies
    if strategies.isEmpty { return RunGrade(of: report.rows).line.sentence }
    let names = { (strategy: StrategySummary) in
      strategies.forms.count > 1 ? "\(strategy.id) \(RowForm.place(strategy.form))" : strategy.id
    }
    return strategies.isFew
      ? strategies.map { "\(names($0)): \($0.phrase)" }.joined(separator: "; ")
      : strategies.overview()[0][0].sentence
  }

  private var header: Markup {
    guard let subject else {
      return PageDocument.header(
        (results ?? []).map { StyledText($0).tone }, "\(Tool.current.name) check", lead: headline)
    }
    let old = reports.dropLast().map { Markup.paragraph($0.prefix + Self.headline($0)) }
    let notes = notes.map { Markup.element("p", ["class": "note"], text: "Note: \($0)") }
    return PageDocument.header(
      subject.strategies.map(\.main.verdict.kind.tone), subject.origin,
      alerts: alerts.map { line($0.tone, $0.sentence) }, lead: subject.prefix + headline,
      sums(of: subject.strategies) + old + notes)
  }

  /// The rows that need attention: undeclared outcomes and, of two reports, regressions in the new one.
  private var alerts: [(tone: StyledText.Tone?, sentence: String)] {
    let first = worse.prefix(3).map { "\($0.key.title): \($0.why)." }.joined(separator: " ")
    let rows = HumanFormat.counted(worse.count, "row")
    return conformity.filter { $0.tone == .bad }
      + (worse.isEmpty ? [] : [(.bad, "Worse than before: \(rows). \(first)")])
      + conformity.filter { $0.tone == .weak }
  }

  /// The rows of two reports that are worse in the new one, broken promises first. Times are not judged.
  private var worse: [ComparisonRow] {
    guard reports.count == 2 else { return [] }
    return ReportComparison(old: ComparedReport(rows: reports[0].rows), new: ComparedReport(rows: reports[1].rows)).rows
      .filter { $0.verdict == .worse }
  }

  /// Returns the number of strategies with each kind of verdict, each with its sign.
  private func sums(of strategies: [StrategySummary]) -> [Markup] {
    strategies.isFew
      ? []
      : [strategies.advice].compactMap(\.self).map { line(nil, $0) }
        + strategies.overview(namesAll: true).joined().dropFirst().map { line($0.kind.tone, $0.sentence) }
  }

  /// Sentences that tell whether each report and the check are as the catalog declares. Only a deviation has a tone,
  /// because it casts doubt on the page. Otherwise, the sentence interests only maintainers of the catalog.
  private var conformity: [(tone: StyledText.Tone?, sentence: String)] {
    let runs = reports.reversed().map { report in
      let (tone, sentence) = RunGrade(of: report.rows).line
      return (tone, "\(report.prefix)\(sentence). \(RunSummary(report.rows).counts)")
    }
    return runs + (results.map { [(Self.tone($0), "check: " + CheckTable.counts($0))] } ?? [])
  }

  private static func tone(_ results: [CheckRow]) -> StyledText.Tone? {
    if !results.allSatisfy(\.isAsDeclared) { return .bad }
    return results.contains { $0.verdict == .undecided } ? .weak : nil
  }

  /// - Parameter tone: The tone, or `nil` for a fact that needs no attention.
  private func line(_ tone: StyledText.Tone?, _ text: String) -> Markup {
    .element("p", [:], (tone.map { [.chip($0), .text(" ")] } ?? []) + [.text(text)])
  }

  private var notes: [String] {
    let isSplit = reports.count == 2 && !reports.haveOneMachine
    return reports.flatMap { report in report.notes.map { report.prefix + $0 } }
      + (isSplit
        ? ["the two reports come from different machines or builds: their times cannot be compared"] : [])
  }

  // MARK: - The parts

  private func parts(_ subject: PageReport) -> [Part] {
    let failures = RunSummary(subject.rows).messages.map { Markup.element("pre", text: $0) }
    return [
      Part(id: "failures", title: "What needs a look", content: failures),
      Part(id: "changes", title: "What changed", content: reports.count == 2 ? changes : []),
      Part(id: "safe", title: "What was seen", content: StrategyTable(subject).markup),
      Part(id: "costs", title: "What an access costs", content: CostOrder(reports).markup),
      Part(id: "matrix", title: "Strategies and scenarios", content: VerdictTable(of: reports).markup),
      Part(id: "cost", title: "Alone and on all cores", content: CostChart(reports.last!)?.markup ?? []),
      Part(
        id: "first", title: "First access against later accesses",
        content: [.paragraph(Self.firstAccess)] + tables(.times, "The times as a table")),
      Part(
        id: "rates", title: "How often it goes wrong",
        content: RateChart(reports).markup
          + reports.flatMap { InitializerCostTable($0.rows, name: $0.prefix)?.markup ?? [] }
          + tables(.counts, "The counts as a table")),
    ].filter { !$0.content.isEmpty }
  }

  private static let firstAccess =
    "Medians, in nanoseconds. A first access is timed alone, from the call to the return, including the clock's own"
    + " reading: the winner built the instance, the loser waited for it or found it. Later accesses are timed in"
    + " batches, and the floor is the same loop without a strategy. A strategy that exists once per process starts once"
    + " in it, so a mark says if it was timed in few starts."

  /// The verdicts that differ between the old and the new report. Times are not judged here, but by `compare`.
  private var changes: [Markup] {
    let all = VerdictTable(of: reports)
    let changed = all.disputed
    let verdicts =
      changed.isEmpty
      ? [.paragraph("All verdicts are the same.")] : all.sideBySide(changed, caption: "Changed verdicts")
    let advice = "This page does not judge times. Use compare (--gate-time) to see which have changed."
    let table = worse.isEmpty ? [] : [ComparisonTable(worse, notes: []).table.markup]
    return table + verdicts + (reports.haveOneMachine ? [.paragraph(advice)] : [])
  }

  private func tables(_ figures: TableFigures, _ title: String) -> [Markup] {
    reports.flatMap { report in
      RunTable(report.pooled.filter(\.hasBegun), showing: figures, caption: report.prefix + title)
        .folded(as: report.prefix + title)
    }
  }

  private var checked: [Part] {
    guard let results else { return [] }
    return [
      Part(id: "executions", title: "Every execution", content: CheckTable(results).markup),
      Part(
        id: "examples", title: "Counterexamples", content: CounterexampleView(results, listings: listings).markup),
    ]
  }

  private var facts: [Part] {
    let limits = Limitations(reports: reports, results: results).part
    guard subject != nil else { return [limits] }
    return [
      Part(id: "machine", title: "Machine and seed", content: MachineFacts(reports: reports).markup), limits,
      Part(
        id: "declared", title: "Is it what the catalog declares?",
        content: conformity.map { line($0.tone, $0.sentence) }),
    ]
  }
}

extension RunGrade {
  /// Whether a run is as the catalog declares. The tone is `nil` if all declarations hold, because that does not mean
  /// that the strategies are safe.
  fileprivate var line: (tone: StyledText.Tone?, sentence: String) {
    switch self {
    case .passed:
      (
        nil,
        "All defects that are declared for a run were seen, and no others, which says nothing of what was not seen enough"
      )
    case .failed: (.bad, "Failed: something happened that is not declared")
    case .tooWeak: (.weak, "Too weak: a known defect was not reproduced, so silence elsewhere means little")
    case .incomplete: (.weak, "Incomplete: rows did not run")
    case .interrupted: (.weak, "The run was interrupted")
    }
  }
}

/// A few rows of one race, as a table with a chart, for the page of a lesson.
package enum RaceView {
  /// - Parameters:
  ///   - figures: What the race is about: the rate of violations, or the cost.
  ///   - id: The drawing's id, which must be unique on the page.
  package static func markup(_ rows: [StressRow], showing figures: TableFigures, id: String) -> [Markup] {
    let report = PageReport(rows: rows)
    let chart =
      switch figures {
      case .counts: RateChart([report], id: id).charts
      case .times: CostOrder([report], id: id).markup
      }
    return RunTable(rows, showing: figures).markup + chart
  }
}
