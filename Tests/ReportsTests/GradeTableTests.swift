import Outcomes
import TestSupport
import Testing

@testable import Reports

@Suite struct `The matrix of grades` {
  private static func row(
    _ strategy: String, _ scenario: Scenario, _ grade: Grade?, threads: Int = 2, index: Int = 0
  ) -> StressRow {
    SampleRows.row(
      strategy, index, status: grade == nil ? .interrupted : .ok, grade: grade, scenario: scenario, threads: threads)
  }

  /// Every grade, and names as long as the catalogue's longest.
  private static let everywhere = Scenario.allCases.flatMap { scenario in
    [Grade.held, .shown, .notShown, .broken, nil].enumerated().map { index, grade in
      row("semaphore-guarded-inherited-\(index)".suffix(27).description, scenario, grade, index: index)
    }
  }

  @Test func `is the golden one`() throws {
    let more = [
      Self.row("once", .mixedConstruction, .shown, threads: 2, index: 3),
      Self.row("once", .mixedConstruction, .notShown, threads: 64, index: 3),
      Self.row("once", .copy, .held, threads: 2, index: 3),
    ]
    try expectGolden(GradeTable(SampleRows.all + more).text(), named: "matrix.txt")
  }

  @Test(arguments: [60, 80, 120, 300]) func `is no wider than asked, and loses neither scenario nor row`(width: Int) {
    let lines = GradeTable(Self.everywhere).text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    let words = lines.joined(separator: " ").split(separator: " ")
    for part in Scenario.allCases.flatMap({ $0.rawValue.split(separator: "-").map(String.init) }) {
      #expect(words.contains { $0.hasPrefix(part) })
    }
    for word in ["held", "shown", "SHOWN", "BROKEN", "run"] {
      #expect(words.count { $0 == word } >= Scenario.allCases.count)
    }
  }

  @Test func `says of several thread counts the fewest that brought the grade`() {
    let rows = [(1, Grade.held), (2, .notShown), (8, .shown), (64, .shown)].map {
      Self.row("lazy", .firstAccess, $1, threads: $0)
    }
    let text = GradeTable(rows).text()
    #expect(text.hasPrefix("Grades with 1, 2, 8, 64 threads; a number: the fewest threads that brought it\n"))
    #expect(text.hasSuffix("\nlazy      shown 8\n"))
    #expect(GradeTable([rows[2]]).text().hasSuffix("\nlazy      shown\n"))
  }

  @Test func `leaves out what a strategy has no row in`() {
    let rows = [Self.row("a", .copy, .held), Self.row("b", .subclass, .held, index: 1)]
    #expect(GradeTable(rows).text().hasSuffix("\na         held\nb               held\n"))
  }

  @Test func `has colour only when asked, which changes no other character`() {
    let table = GradeTable(Self.everywhere)
    #expect(!table.text().contains("\u{1B}"))
    #expect(table.text(color: true).contains("\u{1B}[31mBROKEN"))
    #expect(table.text(color: true).replacing(/\u{1B}\[\d+m/, with: "") == table.text())
  }

  @Test func `of nothing is nothing`() { #expect(GradeTable([]).text().isEmpty) }
}
