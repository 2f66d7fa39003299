import SingletonCore
import TestSupport
import Testing

@testable import SingletonComparison
@testable import SingletonPresentation

@Suite struct `Tables of comparisons` {
  private static func row(
    _ verdict: GroupChange, ratio: Double? = nil, why: String = "passed, as before"
  ) -> ComparisonRow {
    let key = RowKey(strategy: "relaxed-double-checked-lock", scenario: .firstAccess, threads: 64)
    let measured = StressRow.sample(grade: .passed, measured: .sample(trials: 1_000, access: 1_234.5))
    let group = ReplicateGroup(RowGroup(key: key, rows: [measured]))
    let time = ratio.map {
      TimingChange(
        medians: [TimingChange.Medians(measure: .nanoseconds, old: 100, new: 100 * $0)], gate: 25, adjustedP: 1,
        direction: .same)
    }
    return ComparisonRow(key: key, verdict: verdict, why: why, old: group, new: group, time: time)
  }

  @Test func `no line of a comparison is wider than the terminal, or ends in blanks`() {
    let why = "a promise is newly broken: passed before, now forbidden outcomes in 0.62% (0.6-0.64%) of 355,012 trials"
    let rows = [Self.row(.worse, ratio: 1.5, why: why), Self.row(.same, ratio: 1)]
    let lines = ComparisonTable(rows, notes: []).text(width: 80).split(separator: "\n")
    #expect(lines.filter { $0.count > 80 || $0.hasSuffix(" ") } == [])
  }

  @Test func `a ratio is explained if there is one`() {
    #expect(ComparisonTable([Self.row(.same, ratio: 1.2)], notes: []).text().contains("times: now divided by before"))
    #expect(ComparisonTable([Self.row(.same, ratio: 1.2)], notes: []).markdown.contains("times: now divided by before"))
    #expect(!ComparisonTable([Self.row(.same)], notes: []).text().contains("times: now divided by before"))
  }

  @Test func `a reader can recompute each ratio from figures of its row`() {
    let change = { (medians: [TimingChange.Medians]) in
      let time = TimingChange(medians: medians, gate: nil, direction: .notJudged)
      let row = Self.row(.same, ratio: 1)
      let compared = ComparisonRow(
        key: row.key, verdict: .same, why: "passed, as before", old: row.old, new: row.new, time: time)
      return ComparisonTable([compared], notes: []).text(width: 200)
    }
    let measured = change([
      .init(measure: .nanoseconds, old: 100, new: 150), .init(measure: .floor, old: 200, new: 400),
    ])
    #expect(measured.contains(/\ 100 +150 +1.5 +passed, as before\n/), "\(measured)")
    let floored = change([
      .init(measure: .nanoseconds, old: 71.8, new: 142), .init(measure: .floor, old: 287, new: 310),
    ])
    #expect(
      floored.contains(/\ 71\.8 +142 +1\.08 +passed, as before; times over the floor: 310 \/ 287\n/), "\(floored)")
    let opposed = change([.init(measure: .nanoseconds, old: 10, new: 12), .init(measure: .floor, old: 10, new: 9)])
    #expect(opposed.contains(/\ 10 +12 +1 +passed, as before; times 1, because 1.2 in ns and 0.9 over the floor\n/))
  }

  @Test func `rows that are the same are counted instead of listed if there are too many to read`() {
    let same = [ComparisonRow](repeating: Self.row(.same), count: 1_001)
    let text = ComparisonTable([Self.row(.worse)] + same, notes: []).text()
    #expect(text.contains("worse: first-access, 64 threads"))
    #expect(text.hasSuffix("\n1,001 rows are the same; --format csv shows them.\n"))
    #expect(text.split(separator: "\n").count < 10)
  }

  @Test func `text in a comparison is not markup`() {
    let markdown = ComparisonTable([Self.row(.worse, why: "a | b <c>")], notes: ["*d*"]).markdown
    #expect(markdown.contains(#"a \| b &lt;c&gt; |"#) && markdown.contains(#"note: \*d\*"#))
  }
}
