package import Outcomes

/// One report of a page: the only one, or the old or the new of two.
package struct ReportSide: Sendable {
  /// How the page calls it; empty where it is the only one.
  let name: String
  let rows: [StressRow]
  let notes: [String]
  let pooled: [PooledRow]
  private let bySubject: [Subject: [PooledRow]]

  /// - Parameter notes: what a reader must know of the rows as a whole.
  package init(name: String = "", rows: [StressRow], notes: [String] = []) {
    self.name = name
    self.rows = rows.inReportOrder
    self.notes = notes
    pooled = PooledRow.pooled(rows)
    bySubject = Dictionary(grouping: pooled) { Subject($0.key) }
  }

  /// By their numbers of threads.
  func rows(of subject: Subject) -> [PooledRow] { bySubject[subject] ?? [] }

  /// `old: `, or nothing.
  var prefix: String { name.isEmpty ? "" : name + ": " }
}

/// What is raced under one name in a chart: a strategy in a scenario, with an engine and an initialiser's cost.
struct Subject: Hashable {
  let strategy: String
  let scenario: Scenario
  let engine: EngineKind
  let initializerCost: InitializerCost

  init(_ key: RowKey) {
    strategy = key.strategy
    scenario = key.scenario
    engine = key.engine
    initializerCost = key.initializerCost
  }

  /// Only what is unusual is said besides the strategy.
  var label: String {
    [
      strategy, scenario == .firstAccess ? nil : scenario.rawValue, engine == .dispatch ? nil : engine.rawValue,
      initializerCost == .none ? nil : "initialiser \(initializerCost)",
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension [ReportSide] {
  /// Every subject of any side once, in the report's order.
  var subjects: [Subject] {
    var seen: Set<Subject> = []
    return flatMap { $0.rows.inReportOrder.map { Subject($0.key) } }.filter { seen.insert($0).inserted }
  }

  /// One subject for each strategy, engine and cost: later accesses are the same in all scenarios, so the first that was
  /// timed stands for the others.
  var timedSubjects: [Subject] {
    let timed = Set(
      flatMap {
        $0.rows.filter { $0.measured?.access != nil || $0.measured?.firstAccess != nil }.map { Subject($0.key) }
      })
    var seen: Set<String> = []
    return subjects.filter { subject in
      timed.contains(subject)
        && seen.insert("\(subject.engine) \(subject.initializerCost) \(subject.strategy)").inserted
    }
  }
}
