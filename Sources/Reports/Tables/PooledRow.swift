import Outcomes

/// The replicates of one row as one: counts pooled, what any of them showed as shown.
struct PooledRow {
  let rows: [StressRow]
  let tally: Tally

  private init(_ rows: [StressRow]) {
    self.rows = rows
    tally = rows.compactMap(\.measured).reduce(into: Tally()) { $0.merge($1.tally) }
  }

  /// For a person: all strategies of a scenario with so many threads stand together, in the catalogue's order.
  static func pooled(_ rows: [StressRow]) -> [PooledRow] {
    Dictionary(grouping: rows.inReportOrder, by: \.key.withoutReplicate).values
      .map(PooledRow.init)
      .sorted { $0.position.lexicographicallyPrecedes($1.position) }
  }

  var key: RowKey { rows[0].key }
  var expected: Expectation { rows[0].expected }
  var wasCounted: Bool { rows.contains { $0.measured != nil } }

  /// nil where nothing ran that could be graded.
  var grade: Grade? { Grade.pooled(rows.map(\.grade)) }

  var shown: Set<Observation> { rows.reduce(into: []) { $0.formUnion($1.outcome.shown) } }

  var conspicuous: Set<Observation> { rows.reduce(into: []) { $0.formUnion($1.outcome.conspicuous) } }

  var forbidden: Set<Observation> { conspicuous.subtracting(expected.allowed) }

  /// Nanoseconds of one access: the median over the replicates.
  var access: MedianInterval? { MedianInterval(of: rows.compactMap { $0.measured?.access?.p50 }) }

  /// Over the replicates; nil where none has the figure.
  func median(_ figure: (Measured) -> Double?) -> Double? {
    MedianInterval(of: rows.compactMap { $0.measured.flatMap(figure) })?.median
  }

  /// Threads take turns on the cores.
  var isOversubscribed: Bool { key.threads > rows[0].host.cores }

  /// What one of the rows left to be read by a person.
  var remark: String? { rows.compactMap(\.remark).first { !$0.isEmpty } }

  private var position: [Int] {
    [
      Scenario.allCases.firstIndex(of: key.scenario)!, key.threads, key.catalogIndex,
      EngineKind.allCases.firstIndex(of: key.engine)!,
    ]
  }
}

extension StressRow {
  var outcome: Outcome {
    Outcome(status: status, tally: measured?.tally ?? Tally(), aliveAllowed: aliveAllowed)
  }
}

extension RowKey {
  fileprivate var withoutReplicate: RowKey {
    RowKey(
      strategy: strategy, scenario: scenario, threads: threads, replicate: 1, engine: engine,
      initializerCost: initializerCost, catalogIndex: catalogIndex)
  }
}
