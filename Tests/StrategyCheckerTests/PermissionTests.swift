import Core
import Strategies
import StrategyKit
import Testing

@testable import StrategyChecker

/// What declarations allow: a permission that nothing can use would hide a new defect.
@Suite struct `Permissions of the catalog` {
  /// The permitted defects that the checker cannot show, each with what shows it.
  private static let shownByRuns: [String: String] = [:]

  @Test func `the checker shows each permitted defect, or the list says what shows it`() throws {
    var others: Set<String> = []
    for entry in Catalog.standard.entries {
      for declaration in entry.info.declarations where !declaration.expectation.may.isEmpty {
        let shown = try Self.shown(entry, declaration)
        for defect in declaration.expectation.may.subtracting(shown) {
          others.insert("\(entry.info.id), \(declaration.scenario.id): \(defect.rawValue)")
        }
      }
    }
    #expect(others == Set(Self.shownByRuns.keys))
  }

  /// Returns the permitted defects that two or three threads show.
  private static func shown(_ entry: CatalogEntry, _ declaration: StrategyInfo.Declaration) throws -> Set<Defect> {
    let may = declaration.expectation.may
    var shown: Set<Defect> = []
    for threads in [2, 3] where !may.isSubset(of: shown) {
      let check = StrategyCheck(entry, declaration.scenario, threads: threads)
      let result = try check.explore(CheckLimits(executions: 100_000)) { may.isSubset(of: $0) ? 0 : .max }
      shown.formUnion(result?.found ?? [])
    }
    return shown
  }
}
