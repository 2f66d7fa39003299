import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStrategyChecker

/// What declarations allow: a permission that nothing can use would hide a new defect.
@Suite struct `Permissions of the catalog` {
  /// A declaration that allows more than it demands.
  struct Permission: CustomTestStringConvertible, Sendable {
    let entry: CatalogEntry
    let scenario: Scenario
    let may: Set<Defect>

    var testDescription: String { "\(entry.info.id), \(scenario.id)" }
  }

  private static let permissions = Catalog.standard.entries.flatMap { entry in
    entry.info.declarations.filter { !$0.expectation.may.isEmpty }.map {
      Permission(entry: entry, scenario: $0.scenario, may: $0.expectation.may)
    }
  }

  /// The permitted defects that the checker cannot show, because Swift's own references are not modeled: what frees an
  /// object that another thread has just read is a crash, or is seen first as a use after the end.
  ///
  /// The counts are of 9,000 trials each, with 2, 3, and 8 threads.
  private static let shownByRuns: [String: Set<Defect>] = [
    // The store frees another thread's object in a window of a few instructions, which no trial of these met.
    "arc-lazy, reentrant": [.crash, .usedAfterDestroy],
    "lazy-var, reentrant": [.crash, .usedAfterDestroy],
    "arc-lazy, first-access": [.crash, .usedAfterDestroy],
    "lazy-var, first-access": [.crash, .usedAfterDestroy],
    "arc-teardown, first-access": [.crash, .usedAfterDestroy],
    "arc-alloc, first-access": [.crash, .usedAfterDestroy],
    "arc-alloc, mixed-construction": [.crash, .usedAfterDestroy],
    // The window is that of a weak load and store; crashes are demanded as an alternative.
    "weak-unguarded, first-access": [.usedAfterDestroy],
    // Two of 9 runs crashed; before that, 5 uses after the end. A debug build also hands out nil.
    "arc-teardown, teardown": [.nilResults, .usedAfterDestroy],
    // 13 times nil; the outside write frees as the teardown does, but it comes only once.
    "arc-external-write, external-write": [.crash, .nilResults, .usedAfterDestroy],
  ]

  @Test(arguments: permissions)
  func `the checker shows each permitted defect, unless it is listed as shown by runs`(permission: Permission) throws {
    let listed = Self.shownByRuns[permission.testDescription] ?? []
    let shown = try shown(permission)
    #expect(permission.may.subtracting(shown).inOrder == listed.inOrder)
  }

  @Test func `the list names permissions only`() {
    #expect(Set(Self.shownByRuns.keys).isSubset(of: Self.permissions.map(\.testDescription)))
  }

  /// Returns the permitted defects that two to four threads show.
  private func shown(_ permission: Permission) throws -> Set<Defect> {
    let may = permission.may
    var shown: Set<Defect> = []
    for threads in 2...4 where !may.isSubset(of: shown) {
      let check = StrategyCheck(permission.entry, permission.scenario, threads: threads)
      let result = try check.run(limits: CheckLimits(executions: 20_000)) { may.isSubset(of: $0) ? 0 : .max }
      shown.formUnion(result?.found ?? [])
    }
    return shown
  }
}
