/// What tells one row from another.
package struct RowKey: Hashable, Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  /// From 1.
  package let replicate: Int
  package let engine: EngineKind
  package let initializerCost: InitializerCost
  /// Where the strategy stands in the catalogue; the report's order.
  package let catalogIndex: Int

  package init(
    strategy: String, scenario: Scenario, threads: Int, replicate: Int, engine: EngineKind,
    initializerCost: InitializerCost, catalogIndex: Int
  ) {
    self.strategy = strategy
    self.scenario = scenario
    self.threads = threads
    self.replicate = replicate
    self.engine = engine
    self.initializerCost = initializerCost
    self.catalogIndex = catalogIndex
  }

  /// Catalogue, then scenario, threads, replicate: the report's order, whatever order the rows ran in.
  package static func inReportOrder(_ a: RowKey, _ b: RowKey) -> Bool {
    a.sortKey.lexicographicallyPrecedes(b.sortKey)
  }

  private var sortKey: [Int] {
    [catalogIndex, Scenario.allCases.firstIndex(of: scenario)!, threads, replicate]
  }
}

/// Where the threads come from.
package enum EngineKind: String, CaseIterable, Sendable {
  case dispatch
  case pthread

  /// Most threads one row can have: libdispatch's pool has 255 on Linux; for plain threads the limit is ours.
  package var threadLimit: Int {
    switch self {
    case .dispatch: 255
    case .pthread: 1024
    }
  }
}
