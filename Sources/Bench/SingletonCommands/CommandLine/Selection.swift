import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine

/// The rows of the catalog that patterns select. A pattern that selects no row is an error, even if other patterns
/// select some.
struct Selection {
  let catalog: Catalog
  /// The patterns for strategies. An empty array selects all strategies.
  let strategies: [Glob]
  let scenarios: [Glob]
  /// The forms to race, or `nil` for each strategy's own form.
  let forms: [RowForm]?

  func rows() throws -> [Plan.Selection] {
    try strategies.requireMatches(of: "--strategy", among: catalog.ids)
    try scenarios.requireMatches(of: "--scenario", among: Scenario.allCases.map(\.id))
    let rows = rows(in: forms)
    if catalog.entries.isEmpty { throw CommandError.nothingSelected("the catalog is empty, so nothing runs") }
    if rows.isEmpty { throw noRow("the selected strategies", with: "the selected scenarios", of: strategies) }
    try requireRows(rows)
    return rows
  }

  private func rows(in forms: [RowForm]?) -> [Plan.Selection] {
    catalog.entries.filter { strategies.match($0.info.id) }.flatMap { entry in
      (forms ?? [entry.ownForm]).flatMap { form -> [Plan.Selection] in
        (entry.raced(as: form)?.declarations ?? []).map { (entry, form, $0.scenario) }
      }
    }.filter { scenarios.match($0.scenario.id) }
  }

  /// Throws an error if a pattern matches ids but selects no row. Otherwise, the strategies or scenarios with these ids
  /// would silently not run.
  private func requireRows(_ rows: [Plan.Selection]) throws {
    let idle = strategies.filter { pattern in !rows.contains { pattern.matches($0.entry.info.id) } }
    if let first = idle.first {
      throw noRow("--strategy \(first.description.quoted)", with: "the selected scenarios", of: [first]) {
        first.matches($0.entry.info.id)
      }
    }
    let alone = scenarios.filter { pattern in !rows.contains { pattern.matches($0.scenario.id) } }
    if let first = alone.first {
      throw noRow("--scenario \(first.description.quoted)", with: "the selected strategies", of: strategies) {
        first.matches($0.scenario.id)
      }
    }
  }

  /// - Parameters:
  ///   - patterns: The patterns of the strategies that the message is about.
  ///   - isMeant: Returns whether a selectable row is one that the user probably meant.
  private func noRow(
    _ what: String, with others: String, of patterns: [Glob], _ isMeant: (Plan.Selection) -> Bool = { _ in true }
  ) -> CommandError {
    if let other = rows(in: RowForm.allCases).first(where: isMeant) { return noRow(of: what, butOf: other) }
    return .nothingSelected(
      "\(what) and \(others) have no row in common, so nothing runs",
      likely: "the strategies do not declare these scenarios",
      next: catalog.ids.first(where: patterns.match).map { "explain \($0)" } ?? "list")
  }

  /// Returns an error for a selection that has rows only in another form.
  private func noRow(of what: String, butOf other: Plan.Selection) -> CommandError {
    let (info, form) = (other.entry.info, other.form)
    var error = CommandError.nothingSelected(
      "\(what): no row has the form \(forms!.map(\.rawValue).joined(separator: ", ")), so nothing runs",
      likely: form == .plain
        ? "\(info.id) is its listing, and has no other form"
        : info.plain.reason ?? "the listing of \(info.id) cannot do \(other.scenario.id)",
      next: "run --form \(form.rawValue) --strategy \(info.id)")
    error.expected = "--form \(form.rawValue), or --form both"
    return error
  }
}

enum FormChoice: String, CaseIterable, Sendable {
  case harness, plain, both

  var forms: [RowForm] {
    switch self {
    case .harness: [.harness]
    case .plain: [.plain]
    case .both: RowForm.allCases
    }
  }
}
