import SingletonCore
import SingletonTextFormats
import TestSupport
import Testing

import struct SingletonCore.Expectation

@testable import SingletonPresentation

@Suite struct `Tables of runs` {
  @Test func `the Markdown table is as recorded`() throws {
    try expectGolden(RunTable(SampleRows.all).markdown, named: "table.md")
  }

  @Test func `the text table is as recorded`() throws {
    try expectGolden(RunTable(SampleRows.all).text(), named: "table.txt")
  }

  @Test func `the table of times is as recorded`() throws {
    let replicates = (1...6).map { replicate in
      SampleRows.row(
        "spin-flag", grade: .passed, measured: SampleRows.measured(trials: 1, access: Double(replicate)), threads: 2,
        replicate: replicate)
    }
    let text = RunTable(SampleRows.all + replicates, showing: .times).text()
    try expectGolden(text, named: "times.txt")
  }

  @Test(arguments: [60, 80, 120]) func `a table fits its width`(width: Int) {
    let name = width < 80 ? "once" : "relaxed-double-checked-lock"
    let lines = RunTable([Self.everything(name)]).text(width: width).split(separator: "\n")
    #expect(lines.filter { $0.count > width } == [])
  }

  @Test func `a long outcome is not cut off`() {
    let text = RunTable([Self.everything("relaxed-double-checked-lock")]).text()
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let expected = Defect.allCases.filter { ![.crash, .race, .trap, .hang, .unexpected].contains($0) }.map(\.meaning)
      .joined(
        separator: ", ")
    #expect(words.hasSuffix("NOT DECLARED: " + expected + ", crashed (SIGSEGV)"))
  }

  @Test func `replicates are one line, and a defect that one of them reproduced is reproduced`() {
    let rows = [
      SampleRows.row("lazy", .defect(.reinits), grade: .notReproduced, measured: SampleRows.measured(trials: 600)),
      SampleRows.row(
        "lazy", .defect(.reinits), grade: .reproduced,
        measured: SampleRows.measured(trials: 600) { $0[.reinits] = 1 }, replicate: 2),
      SampleRows.row("lazy", .defect(.reinits), status: .interrupted, replicate: 3),
    ]
    let row = RunTable(rows).table.rows[0].cells.map(\.text)
    #expect(row.last == "unsafe: initialized again; 1 of 3 replicates not counted" && row[1] == "1.2 k")
  }

  /// Returns one row per replicate, with these median times of an access.
  private static func replicates(_ nanoseconds: [Double]) -> [StressRow] {
    nanoseconds.enumerated().map { index, access in
      SampleRows.row(
        "once", grade: .passed, measured: SampleRows.measured(trials: 1, access: access), replicate: index + 1)
    }
  }

  @Test func `six replicates have a median with an interval, and five have none`() {
    let six = RunTable(Self.replicates([1.5, 1.1, 1.3, 1.2, 1.6, 1.4]))
    #expect(six.table.columns.map(\.title).suffix(3) == ["ns per access", "95% of medians", "outcome"])
    #expect(six.table.rows[0].cells.map(\.text).suffix(3).dropLast() == ["1.35", "1.1-1.6"])
    let five = RunTable(Self.replicates([1.5, 1.1, 1.3, 1.2, 1.6]))
    #expect(five.table.columns.map(\.title).suffix(2) == ["ns per access", "outcome"])
    #expect(five.table.rows[0].cells.map(\.text).suffix(2).first == "1.3")
  }

  @Test func `a line without an interval has a dash if others have one`() {
    let other = SampleRows.row("spin-flag", grade: .passed, measured: SampleRows.measured(trials: 1, access: 2))
    let table = RunTable(Self.replicates([1, 2, 3, 4, 5, 6]) + [other])
    #expect(table.table.rows.map { $0.cells.dropLast().last?.text } == ["1-6", "-"])
    #expect(table.table.rows.allSatisfy { $0.cells.count == table.table.columns.count })
  }

  @Test func `a first access that was timed in few starts is marked, and a note says how few`() {
    let rows = ["static-let", "arc-lazy", "once"].map { strategy in
      var row = SampleRows.row(strategy, grade: .passed, measured: SampleRows.measured(trials: 100, access: 5))
      row.measured?.firstAccess?.count = strategy == "once" ? 6_400 : 256
      return row
    }
    let table = RunTable(rows, showing: .times)
    #expect(
      table.table.rows.map { $0.cells.map(\.text)[1...3] } == [
        ["-", "50*", "200*"], ["-", "50*", "200*"], ["-", "50", "200"],
      ])
    #expect(table.text().hasSuffix("\n\n*: timed in only 4 starts of a process\n"))
    var rarer = rows
    rarer[0].measured?.firstAccess?.count = 64
    #expect(RunTable(rarer, showing: .times).text().hasSuffix("\n\n*: timed in only 1 to 4 starts of a process\n"))
    #expect(!RunTable(rows, showing: .counts).text().contains("*"))
  }

  @Test func `a report that does not say how often it measured has no marks`() {
    var row = SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 100, access: 5))
    row.measured?.firstAccess?.count = nil
    #expect(!RunTable([row], showing: .times).text().contains("*"))
  }

  @Test func `more threads than cores are called oversubscribed`() {
    let rows = [2, 64].map { SampleRows.row("once", measured: SampleRows.measured(trials: 1), threads: $0) }
    #expect(
      RunTable(rows).table.rows.map(\.section)
        == ["first-access, 2 threads", "first-access, 64 threads on 2 cores (oversubscribed)"])
  }

  @Test func `headings are in the order of thread counts, strategies in the order of the rows`() {
    let rows = [(1, 2), (0, 64), (0, 2), (1, 64)].map { index, threads in
      SampleRows.row("s\(index)", grade: .passed, measured: SampleRows.measured(trials: 1), threads: threads)
    }
    let lines = RunTable(rows).table.rows
    #expect(lines.map { $0.section?.prefix(16) } == ["2 ", "2 ", "64", "64"].map { "first-access, \($0)" })
    #expect(lines.map(\.cells[0].text) == ["s1", "s0", "s0", "s1"])
  }

  @Test func `color changes no other character of a table`() {
    let table = RunTable(SampleRows.all)
    let painted = table.text(color: true)
    #expect(!table.text().contains("\u{1B}"))
    #expect(painted.contains("\u{1B}[31munsafe") && !painted.contains("mnone in"))
    #expect(painted.replacing(/\u{1B}\[\d+m/, with: "") == table.text())
  }

  private static let endings: [(RowStatus, Expectation, Grade?, String)] = [
    (.trapped("SIGILL"), .trap, .passed, "crashed (SIGILL)"),
    (.hung, .hang, .passed, "hung"),
    (.ok, .trap, .failed, "not seen enough; NOT DECLARED: did not trap"),
    (.ok, .hang, .failed, "not seen enough; NOT DECLARED: did not hang"),
    (.ok, .trapOrHang, .failed, "not seen enough; NOT DECLARED: did not trap or hang"),
    (.hung, .sound, .failed, "hung; NOT DECLARED: hung"),
    (.exit(3), .sound, .failed, "crashed (exit status 3); NOT DECLARED: exited with status 3"),
    (.crashed("SIGSEGV"), .anyDefect(.crash, .instances), .reproduced, "crashed (SIGSEGV)"),
    (
      .ok, .anyDefect(.crash, .inits), .notReproduced,
      "not seen enough; KNOWN DEFECT NOT SEEN: built more than once or the process crashed"
    ),
    (.skipped("why"), .sound, nil, "skipped: why"),
  ]

  @Test(arguments: endings)
  func `every ending has its words`(
    status: RowStatus, expected: Expectation, grade: Grade?, words: String
  ) {
    let row = SampleRows.row("s", expected, status: status, grade: grade, measured: SampleRows.measured(trials: 1))
    #expect(RunTable([row]).table.rows[0].cells.last?.text == words)
    #expect(row.deservedGrade == grade)
  }

  @Test(
    arguments: [(UInt64, String)]([
      (0, "0"), (999, "999"), (1_000, "1.0 k"), (9_949, "9.9 k"), (9_950, "10 k"), (999_499, "999 k"),
      (999_500, "1.0 M"), (3_201_024, "3.2 M"), (UInt64.max, "18 E"),
    ]))
  func `a large count is shortened`(count: UInt64, text: String) { #expect(HumanFormat.short(count) == text) }

  @Test(arguments: [
    (0, "0%"), (1, "<0.01%"), (12_345, "1.23%"), (264_001, "26.4%"), (999_999, ">99.9%"), (1_000_000, "100%"),
  ])
  func `a percentage is 0 or 100 only if it is exact`(part: UInt64, text: String) {
    #expect(HumanFormat.percent(part, of: 1_000_000) == text)
  }

  @Test func `a text in a Markdown cell begins no column, line or tag`() {
    #expect(Markdown.escaped("a|b\n<b>&`\\|") == "a\\|b &lt;b&gt;&amp;\\`\\\\\\|")
  }

  private static func everything(_ name: String) -> StressRow {
    let measured = SampleRows.measured(trials: 123_456_789, access: 12_345.6) {
      for counter in Counter.allCases where $0[counter] < 1_000 { $0[counter] = 1_024 }
      $0[.inits] *= 64
      $0[.talliedInits] *= 64
      $0[.violatingTrials] = 123_456_788
    }
    return SampleRows.row(name, status: .crashed("SIGSEGV"), grade: .failed, measured: measured)
  }
}
