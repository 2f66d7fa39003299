import Core
import TestSupport
import Testing

@testable import Presentation

@Suite struct `Tables of grades` {
  private static func row(
    _ strategy: String, _ scenario: Scenario, _ grade: Grade?, threads: Int = 2
  ) -> StressRow {
    SampleRows.row(
      strategy, status: grade == nil ? .interrupted : .ok, grade: grade, scenario: scenario, threads: threads)
  }

  /// Rows with every grade in every scenario, and with names as long as the catalog's longest.
  private static let everywhere = Scenario.allCases.flatMap { scenario in
    [Grade.passed, .reproduced, .notReproduced, .failed, nil].enumerated().map { index, grade in
      row("semaphore-guarded-inherited-\(index)".suffix(27).description, scenario, grade)
    }
  }

  @Test func `the table of grades is as recorded`() throws {
    let more = [
      Self.row("once", .mixedConstruction, .reproduced, threads: 2),
      Self.row("once", .mixedConstruction, .notReproduced, threads: 64),
      Self.row("once", .copy, .passed, threads: 2),
    ]
    try expectGolden(GradeTable(SampleRows.all + more).text(), named: "matrix.txt")
  }

  @Test(arguments: [60, 80, 120, 300]) func `the table fits its width, and has every scenario and grade`(width: Int) {
    let lines = GradeTable(Self.everywhere).text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    let words = lines.joined(separator: " ").split(separator: " ")
    for part in Scenario.allCases.flatMap({ $0.id.split(separator: "-").map(String.init) }) {
      #expect(words.contains { $0.hasPrefix(part) })
    }
    for word in ["passed", "reproduced", "REPRODUCED", "FAILED", "run"] {
      #expect(words.count { $0 == word } >= Scenario.allCases.count)
    }
  }

  @Test func `a cell has the fewest threads that gave its grade`() {
    let rows = [(1, Grade.passed), (2, .notReproduced), (8, .reproduced), (64, .reproduced)].map {
      Self.row("lazy", .firstAccess, $1, threads: $0)
    }
    let text = GradeTable(rows).text()
    #expect(text.hasPrefix("Grades with 1, 2, 8, 64 threads; a number: the fewest threads that brought it\n"))
    #expect(text.hasSuffix("\nlazy      reproduced 8\n"))
    #expect(GradeTable([rows[2]]).text().hasSuffix("\nlazy      reproduced\n"))
  }

  @Test func `a scenario without a row of the strategy is empty`() {
    let rows = [Self.row("a", .copy, .passed), Self.row("b", .subclass, .passed)]
    #expect(GradeTable(rows).text().hasSuffix("\na         passed\nb                 passed\n"))
  }

  @Test func `color changes no other character of the table`() {
    let table = GradeTable(Self.everywhere)
    #expect(!table.text().contains("\u{1B}"))
    #expect(table.text(color: true).contains("\u{1B}[31mFAILED"))
    #expect(table.text(color: true).replacing(/\u{1B}\[\d+m/, with: "") == table.text())
  }

  @Test func `a table without rows is empty`() { #expect(GradeTable([]).text().isEmpty) }
}
