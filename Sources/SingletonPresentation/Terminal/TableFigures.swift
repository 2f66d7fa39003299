import SingletonCore
import SingletonTextFormats

/// The figures between the strategy and the outcome in a human-readable table.
package enum TableFigures: Sendable {
  /// The counts of a run, and the cost of an access.
  case counts
  /// The cost in nanoseconds of first accesses, with and without building the instance, and of later accesses.
  case times
  /// The outcome alone, without anything that differs between runs or machines.
  case outcome
}

/// A column of figures.
struct TableColumn: Sendable {
  /// The title in two lines.
  let title: [String]
  let text: @Sendable (PooledRow) -> String

  init(_ first: String, _ second: String, _ text: @escaping @Sendable (PooledRow) -> String) {
    title = [first, second]
    self.text = text
  }
}

extension TableFigures {
  /// Returns the columns, without the interval of medians if no row has enough replicates for one.
  func columns(for rows: [PooledRow]) -> [TableColumn] {
    let hasInterval = rows.contains { $0.access?.interval != nil }
    switch self {
    case .counts: return Self.tallied + [Self.access] + (hasInterval ? [Self.interval] : [])
    case .times: return Self.firstAccess + [Self.access] + (hasInterval ? [Self.interval] : []) + [Self.floor]
    case .outcome: return []
    }
  }

  private static let tallied = [
    TableColumn("", "trials") { HumanFormat.short($0.tally[.trials]) },
    TableColumn("most", "inst.") { HumanFormat.short($0.tally[.instancesMax]) },
    TableColumn("inits", "/trial") { row in
      let trials = row.tally[.trials]
      return HumanFormat.short(trials == 0 ? nil : Double(row.tally[.inits]) / Double(trials))
    },
    TableColumn("re-", "entries") { HumanFormat.short($0.tally.initReentries) },
    TableColumn("vio-", "lating") { HumanFormat.percent($0.tally[.violatingTrials], of: $0.tally[.trials]) },
  ]

  private static let firstAccess = [
    first("winner") { $0.winnerP50 }, first("loser") { $0.loserP50 }, first("p99") { $0.p99 },
  ]

  private static func first(
    _ title: String, _ figure: @escaping @Sendable (FirstAccessTiming) -> Double?
  ) -> TableColumn {
    TableColumn("first,", title) { row in
      row.firstAccessText(row.median { $0.firstAccess.flatMap(figure) })
    }
  }

  private static let access = TableColumn("ns an", "access") { $0.cost.text }
  private static let interval = TableColumn("95% of", "medians") { HumanFormat.range($0.access?.interval) }
  private static let floor = TableColumn("", "floor") { HumanFormat.short($0.median { $0.access?.floor }) }
}
