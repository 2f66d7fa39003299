import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Uses that were not tried` {
  private static func row(
    _ strategy: String, _ scenario: Scenario, _ verdict: Verdict.Kind, threads: Int = 2
  ) -> StressRow {
    var row = SampleRows.row(strategy, grade: .passed, scenario: scenario, threads: threads)
    row.verdict = Verdict(verdict, verdict == .unsafe ? [.instances] : [])
    return row
  }

  @Test func `nothing is said of callers that only ask if no row tried them`() {
    let ids = ["a", "b", "c", "d"]
    let reentrant = ids.map { Self.row($0, .reentrant, .crashes) }
    let text = StrategyTable(reentrant).text()
    #expect(text.hasPrefix("No row of 4 strategies tried callers that ask once.\n"), "\(text)")
    #expect(text.contains(/a +\. .* crashed\n/) && !text.contains("showed no defect"), "\(text)")
    let mixed = StrategyTable([Self.row("a", .firstAccess, .safe)] + reentrant).text()
    let words = mixed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let seen = "all threads got the same instance; no check has proved any of them. 1 of these"
    #expect(words.hasPrefix("Of 4 strategies, 1 showed no defect if callers only ask: \(seen)"), "\(mixed)")
    #expect(words.contains(" 3 were not tried with callers that ask once: b, c, d. "), "\(mixed)")
    let accessed = StrategyTable(ids.map { Self.row($0, .firstAccess, .safe) }).text()
    #expect(accessed.hasPrefix("Of 4 strategies, 4 showed no defect if callers only ask: "), "\(accessed)")
  }
}
