/// What a whole run says.
package enum Verdict: Sendable {
  /// Every promise held and every known defect was shown.
  case held
  /// An outcome that nobody declared.
  case broken
  /// A known defect that no row has shown, so silence elsewhere means little.
  case tooWeak
  /// No row ran.
  case nothingRan
  /// Stopped from outside before the plan was done.
  case interrupted

  package init(of rows: [StressRow]) {
    if rows.contains(where: { $0.status == .interrupted }) {
      self = .interrupted
    } else if rows.contains(where: { $0.grade == .broken }) {
      self = .broken
    } else if !rows.contains(where: { $0.grade != nil }) {
      // Also where a defect was to be shown: more time would not help.
      self = .nothingRan
    } else if !RowGroup.grouped(rows).allSatisfy(\.defectWasShown) {
      self = .tooWeak
    } else {
      self = .held
    }
  }
}

/// Rows of one strategy in one scenario, over thread counts and replicates: a defect shown once is shown.
package struct RowGroup: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let rows: [StressRow]

  package static func grouped(_ rows: [StressRow]) -> [RowGroup] {
    struct Identity: Hashable { let strategy: String, scenario: Scenario }
    var order: [Identity] = []
    var members: [Identity: [StressRow]] = [:]
    for row in rows {
      let identity = Identity(strategy: row.key.strategy, scenario: row.key.scenario)
      if members[identity] == nil { order.append(identity) }
      members[identity, default: []].append(row)
    }
    return order.map { RowGroup(strategy: $0.strategy, scenario: $0.scenario, rows: members[$0]!) }
  }

  /// False where a row of the group was to show a defect, and none did: not even by running.
  package var defectWasShown: Bool { silentRows.isEmpty || rows.contains { $0.grade == .shown } }

  /// The rows that ran, or were skipped, without the defect that they were to show.
  package var silentRows: [StressRow] {
    rows.filter { row in
      if case .skipped = row.status { return !row.expected.demand.observations.isEmpty }
      return row.grade == .notShown
    }
  }
}
