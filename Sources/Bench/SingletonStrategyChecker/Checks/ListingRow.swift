package import SingletonCore
package import SingletonMemoryModels
package import SingletonStrategyKit

extension CheckRow {
  /// Creates the row of a strategy's listing, before it is checked.
  package init(listing entry: CatalogEntry, _ scenario: Scenario, callers count: Int, model: MemoryModel) {
    self.init(
      strategy: entry.info.id, scenario: scenario, threads: count, model: model,
      expected: entry.raced(as: .plain)?.expectation(in: scenario) ?? .sound)
    form = .plain
    callers = entry.info.plain.form is any AwaitedPlainForm.Type ? .tasks : .threads
  }

  /// Returns the grade of a listing: its instances are objects, so it may be broken in other ways than the strategy in the
  /// harness, but it is broken exactly where that is declared.
  package func gradeOfListing(in scenario: Scenario) -> Grade? {
    let demanded = expected.demandedFindings(
      threads: threads, accessorThreads: scenario.accessorThreads(of: threads), model: model)
    let declared = demanded.filter(scenario.promise.isBroken)
    let isBroken = !declared.isEmpty || !expected.alternativeFindings(threads: threads).isEmpty
    let mayBreak = !expected.allowedFindings(threads: threads, model: model).isEmpty
    return switch verdict {
    case .proved: isBroken ? .notReproduced : .passed
    case .refuted: isBroken || mayBreak ? .reproduced : .failed
    case .undecided, .tooManyThreads, .notModeled: nil
    }
  }
}
