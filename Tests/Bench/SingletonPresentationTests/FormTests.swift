import SingletonCore
import SingletonMemoryModels
import SingletonPlatform
import SingletonStatistics
import TestSupport
import Testing

import struct SingletonCore.Expectation

@testable import SingletonPresentation

@Suite struct `Forms` {
  /// A random report. All numbers of trials and all times differ, so that those of a line tell which rows it shows.
  private struct RandomReport {
    private(set) var rows: [StressRow] = []
    /// The rows of which the checker has proved the source.
    private(set) var proved: Set<RowKey> = []
    private var random: SplitMix64
    private var counts: [UInt64]

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      counts = (1...300).shuffled(using: &random)
      for number in 1...6 {
        for scenario in [Scenario.firstAccess, .copy, .reacquire] where Bool.random(using: &random) {
          add("s\(number)", scenario)
        }
      }
    }

    private mutating func add(_ strategy: String, _ scenario: Scenario) {
      let check = check(strategy, scenario)
      for form in RowForm.allCases where Bool.random(using: &random) {
        for threads in [1, 2, 64] where Bool.random(using: &random) {
          var row = row(strategy, scenario, threads)
          row.key.form = form.rawValue
          row.judge(with: check)
          rows.append(row)
          if form == .harness && check.verdict == .proved { proved.insert(row.key.group) }
        }
      }
    }

    private mutating func check(_ strategy: String, _ scenario: Scenario) -> CheckRow {
      var check = CheckRow(strategy: strategy, scenario: scenario, threads: 2, model: .rc11, expected: .sound)
      check.verdict = [.proved, .proved, .refuted, .undecided].randomElement(using: &random)!
      check.found = check.verdict == .refuted ? [.instances, .halfBuilt] : []
      check.strongestModels = [.instances: .sc, .halfBuilt: .arm]
      check.hasTimedWaits = .random(using: &random)
      return check
    }

    private mutating func row(_ strategy: String, _ scenario: Scenario, _ threads: Int) -> StressRow {
      let trials = counts.removeLast()
      let violating = Int.random(in: 0..<4, using: &random) == 0 ? min(trials, 3) : 0
      let measured = SampleRows.measured(trials: trials, access: Double(counts.removeLast())) {
        $0[.violatingTrials] = violating
        $0[.multiInstanceTrials] = violating
        $0[.instancesMax] = violating > 0 ? 2 : 1
      }
      let status: [RowStatus] = [.ok, .ok, .ok, .ok, .interrupted, .hung]
      let (ending, isSkipped) = (status.randomElement(using: &random)!, Int.random(in: 0..<8, using: &random) == 0)
      return SampleRows.row(
        strategy, status: ending, grade: Grade.allCases.randomElement(using: &random),
        measured: isSkipped || ending == .interrupted ? nil : measured, scenario: scenario, threads: threads)
    }

    /// Returns the groups of rows of one form whose trials, together, are of this number.
    private func groups(of strategy: String, trials: UInt64) -> [[StressRow]] {
      let own = Dictionary(grouping: rows.filter { $0.key.strategy == strategy }, by: \.key.subject).values
      return (own.map { $0 } + own.joined().map { [$0] }).filter { sum($0, .trials) == trials }
    }

    private func sum(_ rows: [StressRow], _ counter: Counter) -> UInt64 {
      rows.reduce(0) { $0 + ($1.measured?.tally[counter] ?? 0) }
    }

    /// Returns whether the words of a line are those of rows of one form that have its trials.
    func agrees(_ strategy: String, _ words: String, trials: String, share: String) -> Bool {
      guard trials != "0" else { return !words.contains("model-checked") && !words.contains("unsafe") }
      return groups(of: strategy, trials: UInt64(trials) ?? 0).contains { rows in
        let violating = sum(rows, .violatingTrials)
        let shares =
          [HumanFormat.share(violating, of: sum(rows, .trials))]
          + (violating == 0 ? ["none", "1+", "1+ of \(trials)"] : [])
        if !shares.contains(share) || words.contains("proved") { return false }
        if words.contains("unsafe") && violating == 0 { return false }
        if violating > 0 && !words.contains("unsafe") && !rows.contains(where: { $0.status == .hung }) { return false }
        return !words.contains("model-checked") || rows.contains { proved.contains($0.key.group) }
      }
    }
  }

  private static let reports = (1...200).map { RandomReport(seed: $0) }.filter { !$0.rows.isEmpty }

  @Test(arguments: [80, 200]) func `no line of the screen shows a proof of another form than that of its trials`(
    width: Int
  ) throws {
    var lines = 0
    for report in Self.reports {
      let text = StrategyTable(report.rows).text(width: width)
      for match in text.matches(of: /(?m)^(s\d) +(\D.*?) +(\d+[~<]*|-) +(\d+) +([<\d.]+%|none|\d+\+? of \d+|-)(?: |$)/)
      {
        lines += 1
        #expect(
          report.agrees("\(match.1)", "\(match.2)", trials: "\(match.4)", share: "\(match.5)"), "\(match.0)\n\(text)")
      }
    }
    #expect(lines > 1_000)
  }

  @Test func `no line of the Markdown shows a proof of another form than that of its trials`() throws {
    var lines = 0
    for report in Self.reports {
      for line in (StrategyTable(report.rows).markdown + RunTable(report.rows).markdown).split(separator: "\n") {
        let cells = line.split(separator: " | ").map { String($0).replacing("| ", with: "").replacing(" |", with: "") }
        guard let name = cells.firstIndex(where: { $0.contains(/^s\d$/) }), cells.count > name + 4 else { continue }
        lines += 1
        let isOfRows = cells[0].contains(" threads") || cells[0].contains(" thread")
        let (words, figures) = isOfRows ? (cells.last!, (1, 5)) : (cells[name + 1], (3, 4))
        if isOfRows && cells[name + figures.0] == "-" { continue }
        #expect(
          report.agrees(cells[name], words, trials: cells[name + figures.0], share: cells[name + figures.1]), "\(line)")
      }
    }
    #expect(lines > 1_000)
  }

  @Test func `no line of the page shows a proof of another form than that of its trials`() throws {
    var cells = 0
    for report in Self.reports.prefix(60) {
      let page = try ParsedPage(Page([PageReport(rows: report.rows)]).text)
      for row in page.all("tr") {
        guard let match = row.text.firstMatch(of: /^(s\d)((?s).*)/) else { continue }
        let cell = /[✓!✗?] (?:plain |harness )?((?:\D[^✓!✗?]*?)?)([<\d.]+%|none|1\+) of (\d+)/
        for part in match.2.matches(of: cell) {
          cells += 1
          #expect(report.agrees("\(match.1)", "\(part.1)", trials: "\(part.3)", share: "\(part.2)"), "\(row.text)")
        }
      }
    }
    #expect(cells > 300)
  }

  @Test func `both tables of a page have the same word for the same form`() throws {
    for report in Self.reports.prefix(60) {
      let once = report.rows.filter { $0.key.scenario == Scenario.firstAccess.id && $0.measured != nil }
      guard !once.isEmpty else { continue }
      let page = try ParsedPage(Page([PageReport(rows: once)]).text)
      let (strategies, matrix) = (
        page.all("table")[0].text, page.all("table").first { $0.text.hasPrefix("Strategies ag") }
      )
      for label in [Verdict.Kind.proved, .unknown, .deadlocks].map(\.label) + ["refuted"] {
        #expect(strategies.contains(label) == matrix?.text.contains(label), "\(label)\n\(strategies)")
      }
    }
  }

  @Test func `times in one column are of one form, under a heading that names it`() {
    var plain = SampleRows.row("mutex", grade: .passed, measured: SampleRows.measured(trials: 300, access: 21))
    plain.key.form = RowForm.plain.rawValue
    var harness = SampleRows.row("mutex", grade: .passed, measured: SampleRows.measured(trials: 9_000, access: 5))
    harness.verdict = Verdict(.proved)
    let lines = StrategyTable([harness, plain]).text().split(separator: "\n").map(String.init)
    #expect(lines[1] == "in plain Swift (form plain)" && lines[2].hasPrefix("mutex"))
    #expect(lines[2].contains(/\snone in 300 .* 21 .* 300\s/), "\(lines[2])")
    #expect(lines[3] == "in the harness's form, written for the model checker" && lines[4].hasPrefix("mutex"))
    #expect(lines[4].contains(/\smodel-checked .* 5 .* 9\.0 k\s/), "\(lines[4])")
  }

  @Test func `a strategy that was not raced is not called proved`() {
    var check = CheckRow(strategy: "mutex", scenario: .firstAccess, threads: 2, model: .rc11, expected: .sound)
    check.verdict = .proved
    var row = SampleRows.row("mutex", status: .skipped("1 of 2 threads started"))
    row.judge(with: check)
    #expect(row.verdict == Verdict(.unknown))
    #expect(StrategyTable([row]).text().contains(/mutex +not seen enough +- +0 +-\n/))
  }

  @Test func `the condition of a proof is in the table, in Markdown, and on the page`() throws {
    var check = CheckRow(strategy: "weak", scenario: .firstAccess, threads: 2, model: .rc11, expected: .sound)
    (check.verdict, check.hasTimedWaits) = (.proved, true)
    var row = SampleRows.row("weak", grade: .passed, measured: SampleRows.measured(trials: 9_000))
    row.judge(with: check)
    let text = StrategyTable([row]).text(width: 60)
    #expect(text.contains(/weak +model-checked#\s/), "\(text)")
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("#: \(CheckRow.ifNoTimeout)"))
    let sentence = "model-checked for 2 threads, \(CheckRow.ifNoTimeout)"
    #expect(StrategyTable([row]).markdown.contains("| weak | \(sentence) |"))
    #expect(RunTable([row]).markdown.contains(sentence))
    let page = try ParsedPage(Page([PageReport(rows: [row])]).text)
    #expect(page.all("table")[0].text.contains(sentence))
    #expect(
      page.all("table").contains { $0.text.hasPrefix("Strategies against") && $0.text.contains("model-checked#") })
    #expect(page.all("li").contains { $0.text.contains("model-checked#: The same, \(CheckRow.ifNoTimeout).") })
  }

  @Test func `a strategy of which no row was tried that asks once is not the first`() {
    var actor = SampleRows.row("actor", status: .interrupted)
    var started = SampleRows.row(
      "actor", grade: .passed, measured: SampleRows.measured(trials: 50), scenario: .reentrant)
    actor.key.form = RowForm.plain.rawValue
    started.key.form = RowForm.plain.rawValue
    var mutex = SampleRows.row("mutex", grade: .passed, measured: SampleRows.measured(trials: 500))
    mutex.key.form = RowForm.plain.rawValue
    let names = StrategyTable([actor, started, mutex]).text().matches(of: /(?m)^(actor|mutex)\s/).map { "\($0.1)" }
    #expect(names == ["mutex", "actor"])
  }
}
