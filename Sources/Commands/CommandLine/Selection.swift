import ArgumentParsing
import Core
import StrategyKit
import StressEngine

/// The rows that patterns choose from the catalog. A pattern that chooses nothing is an error, even beside others.
struct Selection {
  let catalog: Catalog
  /// Empty = all.
  let strategies: [Glob]
  let scenarios: [Glob]

  func rows() throws -> [Plan.Selection] {
    try requireMatches(of: strategies, "--strategy", among: catalog.ids)
    try requireMatches(of: scenarios, "--scenario", among: Scenario.allCases.map(\.id))
    let rows = everything.filter {
      strategies.match($0.entry.info.id) && scenarios.match($0.scenario.id)
    }
    guard !rows.isEmpty else { throw nothingTogether }
    try requireRows(rows)
    return rows
  }

  private var everything: [Plan.Selection] {
    catalog.entries.flatMap { entry in
      entry.info.declarations.map { Plan.Selection(entry: entry, scenario: $0.scenario) }
    }
  }

  private func requireMatches(of patterns: [Glob], _ option: String, among ids: [String]) throws {
    let idle = patterns.filter { pattern in !ids.contains(where: pattern.matches) }
    guard let first = idle.first else { return }
    throw CommandError.nothingSelected(
      "\(option) \(idle.map(\.description.quoted).joined(separator: ", ")) matches nothing, so nothing runs",
      nearest: Suggestions.nearest(toPattern: first.description, among: ids))
  }

  /// What was asked for by name and would silently not run is as bad as a pattern that matches nothing.
  private func requireRows(_ rows: [Plan.Selection]) throws {
    let idle = strategies.filter { pattern in !rows.contains { pattern.matches($0.entry.info.id) } }
    if let first = idle.first { throw noRow("--strategy \(first.description.quoted)", with: "these scenarios") }
    let alone = scenarios.filter { pattern in !rows.contains { pattern.matches($0.scenario.id) } }
    if let first = alone.first { throw noRow("--scenario \(first.description.quoted)", with: "these strategies") }
  }

  private var nothingTogether: CommandError {
    guard !catalog.entries.isEmpty else { return .nothingSelected("the catalog is empty, so nothing runs") }
    return noRow("these strategies", with: "these scenarios")
  }

  private func noRow(_ what: String, with others: String) -> CommandError {
    .nothingSelected(
      "\(what) and \(others) have no row in common, so nothing runs",
      likely: "no such strategy declares what such a scenario must show",
      next: catalog.ids.first(where: strategies.match).map { "explain \($0)" } ?? "list")
  }
}
