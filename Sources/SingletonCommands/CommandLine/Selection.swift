import SingletonCore
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

/// The rows that patterns select from the catalog. A pattern that selects nothing is an error, even if others select rows.
struct Selection {
  let catalog: Catalog
  /// Empty for all.
  let strategies: [Glob]
  let scenarios: [Glob]

  func rows() throws -> [Plan.Selection] {
    try strategies.requireMatches(of: "--strategy", among: catalog.ids)
    try scenarios.requireMatches(of: "--scenario", among: Scenario.allCases.map(\.id))
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

  /// Throws an error if a pattern matches ids but selects no row: what it names would silently not run.
  private func requireRows(_ rows: [Plan.Selection]) throws {
    let idle = strategies.filter { pattern in !rows.contains { pattern.matches($0.entry.info.id) } }
    if let first = idle.first { throw noRow("--strategy \(first.description.quoted)", with: "the selected scenarios") }
    let alone = scenarios.filter { pattern in !rows.contains { pattern.matches($0.scenario.id) } }
    if let first = alone.first {
      throw noRow("--scenario \(first.description.quoted)", with: "the selected strategies")
    }
  }

  private var nothingTogether: CommandError {
    guard !catalog.entries.isEmpty else { return .nothingSelected("the catalog is empty, so nothing runs") }
    return noRow("the selected strategies", with: "the selected scenarios")
  }

  private func noRow(_ what: String, with others: String) -> CommandError {
    .nothingSelected(
      "\(what) and \(others) have no row in common, so nothing runs",
      likely: "the strategies do not declare these scenarios",
      next: catalog.ids.first(where: strategies.match).map { "explain \($0)" } ?? "list")
  }
}
