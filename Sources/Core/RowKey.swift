/// What tells one row from another, as text: a report may come from another version with another catalog.
///
/// Coarser keys are projections: the same type with the rest left blank.
package struct RowKey: Hashable, Sendable {
  package var strategy = ""
  package var scenario = ""
  package var threads = 0
  /// From 1; 0 in a key of a whole group.
  package var replicate = 0
  package var threadSource = ThreadSourceKind.dispatch.rawValue
  package var initializerCost = InitializerCost.none.description

  package init() {}

  package init(
    strategy: String, scenario: Scenario, threads: Int, replicate: Int = 0, threadSource: ThreadSourceKind = .dispatch,
    initializerCost: InitializerCost = .none
  ) {
    self.strategy = strategy
    self.scenario = scenario.id
    self.threads = threads
    self.replicate = replicate
    self.threadSource = threadSource.rawValue
    self.initializerCost = initializerCost.description
  }

  /// The key of all replicates of the row.
  package var group: RowKey {
    var key = self
    key.replicate = 0
    return key
  }

  /// The key of all rows of the strategy in the scenario.
  package var subject: RowKey { .subject(strategy, scenario) }

  /// Returns the key of all rows of a strategy in a scenario.
  package static func subject(_ strategy: String, _ scenario: String) -> RowKey {
    var key = RowKey()
    key.strategy = strategy
    key.scenario = scenario
    return key
  }

  /// `mutex, first-access, 64 threads`
  package var words: String {
    let base = "\(strategy), \(scenario), \(threads) \(threads == 1 ? "thread" : "threads")"
    let source = threadSource == ThreadSourceKind.dispatch.rawValue ? "" : ", \(threadSource)"
    let cost = initializerCost == InitializerCost.none.description ? "" : ", initializer's cost \(initializerCost)"
    return base + source + cost
  }
}

extension RowKey {
  /// An order of reports: the catalog's, then scenario, threads, replicate, whatever order the rows ran in.
  ///
  /// - Parameter strategies: The ids in the catalog's order. Others come last, by name.
  package static func reportOrder(_ strategies: [String]) -> @Sendable (RowKey, RowKey) -> Bool {
    let places = Dictionary(strategies.enumerated().map { ($1, $0) }) { first, _ in first }
    return { a, b in
      let numbers = { (key: RowKey) in (places[key.strategy] ?? .max, Scenario.place(ofID: key.scenario)) }
      let (first, second) = (numbers(a), numbers(b))
      if first.0 != second.0 { return first.0 < second.0 }
      if a.strategy != b.strategy { return a.strategy < b.strategy }
      if first.1 != second.1 { return first.1 < second.1 }
      return (a.scenario, a.threads, a.replicate) < (b.scenario, b.threads, b.replicate)
    }
  }
}
