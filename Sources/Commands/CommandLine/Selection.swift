import Outcomes
import Strategies
import StressEngine

/// The rows that patterns choose from the catalogue. A pattern that chooses nothing is an error, even beside others.
struct Selection {
  let catalog: Catalog
  /// Empty = all.
  let strategies: [Glob]
  let scenarios: [Glob]

  func rows() throws -> [Plan.Selection] {
    try requireMatches(of: strategies, "--strategy", among: catalog.ids)
    try requireMatches(of: scenarios, "--scenario", among: Scenario.allCases.map(\.rawValue))
    let rows = everything.filter {
      strategies.match($0.entry.card.id) && scenarios.match($0.scenario.rawValue)
    }
    guard !rows.isEmpty else { throw nothingTogether }
    try requireRows(rows)
    return rows
  }

  private var everything: [Plan.Selection] {
    catalog.entries.enumerated().flatMap { index, entry in
      entry.card.declarations.map { Plan.Selection(entry: entry, catalogIndex: index, scenario: $0.scenario) }
    }
  }

  private func requireMatches(of patterns: [Glob], _ option: String, among ids: [String]) throws {
    let idle = patterns.filter { pattern in !ids.contains(where: pattern.matches) }
    guard let first = idle.first else { return }
    throw CommandError.nothingSelected(
      "\(option) \(idle.map(\.text.quoted).joined(separator: ", ")) matches nothing, so nothing runs",
      nearest: Spelling.nearest(to: first, among: ids))
  }

  /// What was asked for by name and would silently not run is as bad as a pattern that matches nothing.
  private func requireRows(_ rows: [Plan.Selection]) throws {
    let idle = strategies.filter { pattern in !rows.contains { pattern.matches($0.entry.card.id) } }
    if let first = idle.first { throw noRow("--strategy \(first.text.quoted)", with: "these scenarios") }
    let alone = scenarios.filter { pattern in !rows.contains { pattern.matches($0.scenario.rawValue) } }
    if let first = alone.first { throw noRow("--scenario \(first.text.quoted)", with: "these strategies") }
  }

  private var nothingTogether: CommandError {
    guard !catalog.entries.isEmpty else { return .nothingSelected("the catalogue is empty, so nothing runs") }
    return noRow("these strategies", with: "these scenarios")
  }

  private func noRow(_ what: String, with others: String) -> CommandError {
    .nothingSelected(
      "\(what) and \(others) have no row in common, so nothing runs",
      likely: "no such strategy declares what such a scenario must show",
      next: catalog.ids.first(where: strategies.match).map { "explain \($0)" } ?? "list")
  }
}

extension [Glob] {
  fileprivate func match(_ id: String) -> Bool { isEmpty || contains { $0.matches(id) } }
}

extension Catalog {
  var ids: [String] { entries.map(\.card.id) }
}
