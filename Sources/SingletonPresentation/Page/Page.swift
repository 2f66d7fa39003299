package import SingletonCore
import SingletonTextFormats

/// A page with everything that a report says. It needs no network and no other file, and no script to be read.
package struct Page {
  private let reports: [PageReport]
  private let results: [CheckRow]?
  /// The only report, or the new one.
  private let subject: PageReport
  private let listings: (CheckRow) -> [SourceText]

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - reports: One report, or the old and the new one. Each has rows.
  ///   - results: The results of a check, or `nil` if none were given.
  ///   - listings: Returns the source files of a checked strategy.
  package init(
    _ reports: [PageReport], check results: [CheckRow]? = nil,
    listings: @escaping (CheckRow) -> [SourceText] = { _ in [] }
  ) {
    self.listings = listings
    self.reports = results.map { results in reports.map { $0.judged(by: results) } } ?? reports
    self.results = results
    subject = self.reports.last!
  }

  package var text: String {
    PageDocument(title: "\(Tool.current.name): \(headline)", header: verdict, parts: parts).text
  }

  // MARK: - The verdict

  private var headline: String { Self.headline(subject) }

  private static func headline(_ report: PageReport) -> String {
    let strategies = report.strategies
    if strategies.isEmpty { return RunVerdict(of: report.rows).sentence }
    return strategies.isFew
      ? strategies.map { "\($0.id): \($0.phrase)" }.joined(separator: "; ")
      : strategies.overview()[0].sentence
  }

  private var verdict: Markup {
    let tones = Set(subject.strategies.map(\.main.verdict.kind.tone))
    let old = reports.dropLast().map { Markup.element("p", text: $0.prefix + Self.headline($0)) }
    let head = [.element("h1", text: subject.prefix + headline)] + sums + old
    let doubts = conformity.filter { $0.tone != nil }.map { line($0.tone, $0.sentence) }
    let notes = notes.map { Markup.element("p", ["class": "note"], text: "Note: \($0)") }
    // Only verdicts that are all alike color the whole.
    let name = tones.count == 1 ? tones.first!.rawValue : "mixed"
    return .element("header", ["class": "verdict \(name)"], head + doubts + notes)
  }

  /// How many strategies are safe, and how many are not, each with its sign.
  private var sums: [Markup] {
    subject.strategies.isFew
      ? []
      : subject.strategies.overview(namesAll: true).dropFirst().map { line($0.kind.tone, $0.sentence) }
        + [subject.strategies.advice].compactMap(\.self).map { line(nil, $0) }
  }

  /// Whether each report and the check are as the catalog declares. Only a deviation has a tone: it casts doubt on what
  /// the page says, and the rest is what maintainers of the catalog ask.
  private var conformity: [(tone: StyledText.Tone?, sentence: String)] {
    let runs = reports.reversed().map { report in
      let verdict = RunVerdict(of: report.rows)
      return (verdict.tone, "\(report.prefix)\(verdict.sentence). \(RunSummary(report.rows).counts)")
    }
    return runs + (results.map { [(Self.tone($0), "check: " + CheckTable.counts($0))] } ?? [])
  }

  private static func tone(_ results: [CheckRow]) -> StyledText.Tone? {
    if !results.allSatisfy(\.isAsDeclared) { return .bad }
    return results.contains { $0.verdict == .undecided } ? .weak : nil
  }

  /// - Parameter tone: The tone, or `nil` for what says nothing of safety and is as it should be.
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

  private typealias Part = PageDocument.Part

  private var parts: [Part] { (answers + charts + checked + facts).compactMap(\.self) }

  private var answers: [Part?] {
    let failures = RunSummary(subject.rows).messages
    return [
      failures.isEmpty
        ? nil
        : Part(
          id: "failures", title: "What needs a look",
          content: failures.map { .element("pre", text: $0) }),
      reports.count == 2 ? Part(id: "changes", title: "What changed", content: Changes(reports).markup) : nil,
      Part(id: "safe", title: "Which are safe?", content: SafetyTable(subject).markup),
      Part(id: "costs", title: "What an access costs", content: CostOrder(reports).markup),
      Part(id: "matrix", title: "Strategies and scenarios", content: VerdictMatrix(reports).markup),
    ]
  }

  private var charts: [Part?] {
    [
      CostChart(reports).map { Part(id: "cost", title: "Cost by thread count", content: $0.markup) },
      Part(id: "first", title: "First access against later accesses", content: FirstAccessChart(reports).markup),
      Part(id: "rates", title: "How often it goes wrong", content: RateChart(reports).markup),
      InstanceChart(subject).map { Part(id: "instances", title: "How many instances a trial had", content: $0.markup) },
    ]
  }

  private var checked: [Part?] {
    [
      results.map { Part(id: "executions", title: "Every execution", content: CheckMatrix($0).markup) },
      results.map {
        Part(id: "examples", title: "Counterexamples", content: CounterexampleView($0, listings: listings).markup)
      },
    ]
  }

  private var facts: [Part?] {
    [
      Part(id: "machine", title: "Machine and seed", content: MachineFacts(reports).markup),
      Part(id: "limits", title: "What this cannot see", content: Limitations(reports, results).markup),
      Part(
        id: "declared", title: "Is it what the catalog declares?",
        content: conformity.map { line($0.tone, $0.sentence) }),
      Part(id: "rows", title: "All rows", content: MachineFacts(reports).rows),
    ]
  }
}

extension RunVerdict {
  /// Whether a run is as the catalog declares.
  fileprivate var sentence: String {
    switch self {
    case .passed: "Only the declared defects were seen, and each of them"
    case .failed: "Failed: something happened that is not declared"
    case .tooWeak: "Too weak: a known defect was not reproduced, so silence elsewhere means little"
    case .incomplete: "Incomplete: rows did not run"
    case .interrupted: "The run was interrupted"
    }
  }

  /// The tone of a line about declarations, or `nil` if all of them hold, which does not mean that anything is safe.
  fileprivate var tone: StyledText.Tone? {
    switch self {
    case .passed: nil
    case .failed: .bad
    case .tooWeak, .incomplete, .interrupted: .weak
    }
  }
}
