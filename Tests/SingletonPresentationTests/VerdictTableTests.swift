import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Tables of verdicts` {
  private static func row(
    _ strategy: String, _ scenario: Scenario, _ verdict: Verdict.Kind, threads: Int = 2
  ) -> StressRow {
    var row = SampleRows.row(strategy, grade: .passed, scenario: scenario, threads: threads)
    row.verdict = Verdict(verdict, verdict == .unsafe ? [.instances] : [])
    return row
  }

  /// Rows with every verdict in every scenario, and with names as long as the catalog's longest.
  private static let everywhere = Scenario.allCases.flatMap { scenario in
    Verdict.Kind.allCases.enumerated().map { index, verdict in
      row("semaphore-guarded-inherited-\(index)".suffix(27).description, scenario, verdict)
    }
  }

  @Test func `nothing is said of callers that only ask if no row tried them`() {
    let ids = ["a", "b", "c", "d"]
    let reentrant = ids.map { Self.row($0, .reentrant, .crashes) }
    let text = StrategyTable(reentrant).text()
    #expect(text.hasPrefix("No row of 4 strategies tried callers that ask once.\n"), "\(text)")
    #expect(text.contains(/a +\. .* crashes\n/) && !text.contains("are safe as far as seen:"), "\(text)")
    let mixed = StrategyTable([Self.row("a", .firstAccess, .safe)] + reentrant).text()
    let safety = "safe as far as seen: all threads that asked got the same\n  instance."
    #expect(mixed.hasPrefix("Of 4 strategies, 1 is \(safety)"), "\(mixed)")
    let words = mixed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(" 3 were not tried with callers that ask once: b, c, d. "), "\(mixed)")
    let accessed = StrategyTable(ids.map { Self.row($0, .firstAccess, .safe) }).text()
    #expect(accessed.hasPrefix("Of 4 strategies, 4 are \(safety)"), "\(accessed)")
  }

  @Test func `the table of verdicts is as recorded`() throws {
    let more = [
      Self.row("once", .mixedConstruction, .unsafe, threads: 2),
      Self.row("once", .mixedConstruction, .safe, threads: 64),
      Self.row("once", .copy, .proved, threads: 2),
    ]
    try expectGolden(VerdictTable(SampleRows.all + more).text(), named: "matrix.txt")
  }

  @Test(arguments: [60, 80, 120, 300]) func `the table fits its width, and has every scenario and verdict`(width: Int) {
    let lines = VerdictTable(Self.everywhere).text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    let words = lines.joined(separator: " ").split(separator: " ")
    for part in Scenario.allCases.flatMap({ $0.id.split(separator: "-").map(String.init) }) {
      #expect(words.contains { $0.hasPrefix(part) })
    }
    for word in ["ok", "ok?", "?", "two", "stops", "hangs"] {
      #expect(words.count { $0 == word } >= Scenario.allCases.count)
    }
  }

  @Test func `the legend of the table explains the words of its cells, and no other`() {
    func row(_ form: RowForm, _ defects: Set<Defect>) -> StressRow {
      var row = Self.row("lazy", .subclass, .unsafe)
      (row.key.form, row.verdict) = (form.rawValue, Verdict(.unsafe, defects))
      return row
    }
    let text = VerdictTable([row(.harness, [.halfBuilt, .wrongClass]), row(.plain, [.wrongClass])]).text()
    #expect(text.contains(/lazy +half\n/) && text.hasSuffix("\nhalf: half-built.\n"), "\(text)")
  }

  @Test func `a cell has the fewest threads that gave its verdict`() {
    let rows = [(1, Verdict.Kind.proved), (2, .safe), (8, .unsafe), (64, .unsafe)].map {
      Self.row("lazy", .firstAccess, $1, threads: $0)
    }
    let text = VerdictTable(rows).text()
    #expect(text.hasPrefix("Verdicts with 1, 2, 8, 64 threads; a number: the fewest threads that caused it\n"))
    #expect(text.contains("\nlazy      two 8\n"))
    #expect(VerdictTable([rows[2]]).text().contains("\nlazy      two\n"))
  }

  @Test func `the heading names the costs of the initializer if there are several`() {
    var slow = Self.row("lazy", .firstAccess, .unsafe, threads: 2)
    slow.key.initializerCost = "yield"
    let rows = [slow, Self.row("lazy", .firstAccess, .safe, threads: 2)]
    #expect(VerdictTable(rows).text().hasPrefix("Verdicts with 2 threads and initializer costs 0, yield\n"))
    #expect(VerdictTable([rows[1]]).text().hasPrefix("Verdicts with 2 threads\n"))
  }

  @Test func `a scenario without a row of the strategy is empty`() {
    let rows = [Self.row("a", .copy, .safe), Self.row("b", .subclass, .safe)]
    #expect(VerdictTable(rows).text().contains("\na         ok\nb               ok\n"))
  }

  @Test func `color changes no other character of the table`() {
    let table = VerdictTable(Self.everywhere)
    #expect(!table.text().contains("\u{1B}"))
    #expect(table.text(color: true).contains("\u{1B}[31mtwo"))
    #expect(table.text(color: true).replacing(/\u{1B}\[\d+m/, with: "") == table.text())
  }

  @Test func `a table without rows is empty`() { #expect(VerdictTable([]).text().isEmpty) }
}
