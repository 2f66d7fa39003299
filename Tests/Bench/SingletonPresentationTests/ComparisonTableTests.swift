import SingletonCore
import SingletonPlatform
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
        medians: [TimingChange.Medians(measure: .nanoseconds, old: 100, new: 100 * $0)], gate: 25,
        direction: .same)
    }
    return ComparisonRow(key: key, verdict: verdict, why: why, old: group, new: group, time: time)
  }

  @Test func `no line of a comparison is wider than the terminal, or ends in blanks`() {
    let why = "a promise is newly broken: passed before, now two instances in 0.62% (0.6-0.64%) of 355,012 trials"
    let rows = [Self.row(.worse, ratio: 1.5, why: why), Self.row(.same, ratio: 1)]
    let lines = ComparisonTable(rows, notes: []).text(width: 80).split(separator: "\n")
    // A command to copy is never broken.
    #expect(lines.filter { $0.count > 80 && !$0.hasPrefix("  next: ") || $0.hasSuffix(" ") } == [])
  }

  @Test func `a ratio is explained if there is one`() {
    let explained = "times: now divided by before"
    #expect(ComparisonTable([Self.row(.better, ratio: 1.2)], notes: []).text().contains(explained))
    #expect(ComparisonTable([Self.row(.better, ratio: 1.2)], notes: []).markdown.contains(explained))
    #expect(!ComparisonTable([Self.row(.better)], notes: []).text().contains(explained))
  }

  @Test func `a reader can recompute each ratio from figures of its row`() {
    let change = { (medians: [TimingChange.Medians]) in
      let time = TimingChange(medians: medians, gate: nil, direction: .notJudged)
      let row = Self.row(.same, ratio: 1)
      let compared = ComparisonRow(
        key: row.key, verdict: .same, why: "passed, as before", old: row.old, new: row.new, time: time)
      return ComparisonTable([compared], notes: [], showsAll: true).text(width: 200)
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
    #expect(opposed.contains(/\ 10 +12 +- +passed, as before\n/))
    #expect(
      opposed.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("; - if one of the two is above"))
  }

  @Test func `rows without a change are counted by what was compared instead of listed, unless all are wanted`() {
    var counted = Self.row(.same)
    var measured = StressRow.sample(grade: .passed, measured: .sample(trials: 1_000))
    measured.host.build = "release"
    measured.measured?.counts = AccessCounts()
    measured.measured?.counts?.later = InstructionCount(instructions: 5, atomics: 0, calls: 1)
    let group = ReplicateGroup(RowGroup(key: counted.key, rows: [measured]))
    counted.counts = CountChange(group, group, gate: 0)
    let rows = [Self.row(.better), counted] + [ComparisonRow](repeating: Self.row(.sameOutcomes), count: 26)
    let text = ComparisonTable(rows, notes: []).text()
    let compared = "27 rows without a change in what was compared: outcomes of 27, instructions of 1, times of none;"
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").hasSuffix(compared + " --all shows each."))
    #expect(text.split(separator: "\n").count < 8)
    #expect(ComparisonTable(rows, notes: []).markdown.ranges(of: "same outcomes:").isEmpty)
    let all = ComparisonTable(rows, notes: [], showsAll: true).text()
    #expect(all.ranges(of: "\nrelaxed-double-checked-lock ").count == 28 && !all.contains("--all"))
  }

  @Test func `a comparison ends with what is worse, and the command that repeats it in one line`() {
    let text = ComparisonTable([Self.row(.worse, why: "a reason"), Self.row(.better)], notes: ["a note"]).text(
      width: 60)
    let key = "relaxed-double-checked-lock, first-access, 64 threads"
    let command = "--strategy relaxed-double-checked-lock --scenario first-access --threads 64 --time 1s"
    #expect(text.split(separator: "\n").suffix(1) == ["  next: singleton-bench run \(command)"], "\(text)")
    #expect(text.replacing("\n", with: " ").replacing(#/ +/#, with: " ").contains("worse: \(key): a reason"))
    #expect(ComparisonTable([Self.row(.better)], notes: []).text().ranges(of: "next:").isEmpty)
  }

  @Test func `text in a comparison is not markup`() {
    let markdown = ComparisonTable([Self.row(.worse, why: "a | b <c>")], notes: ["*d*"]).markdown
    #expect(markdown.contains(#"a \| b &lt;c&gt; |"#) && markdown.contains(#"note: \*d\*"#))
  }
}
