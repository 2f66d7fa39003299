import Outcomes
import Strategies
import StressEngine

/// One row of a strategy that measures the harness, run as any other row: in child processes of this executable.
enum RowRun {
  static func measured(_ id: String, threads: Int, time: TimeSpan) throws -> Measured {
    let catalog = Catalog.ofHarness
    let index = catalog.entries.firstIndex { $0.card.id == id }!
    var settings = RunSettings(threads: [threads], seed: 1)
    settings.time = time
    let plan = Plan(
      [Plan.Selection(entry: catalog.entries[index], catalogIndex: index, scenario: .firstAccess)], settings: settings)
    let run = StressRun(
      plan: plan, settings: settings, run: RunFacts(id: "", startedUTC: "", toolVersion: "", commit: ""),
      host: .ofThisMachine())
    var measured: Measured?
    try run.execute { event in
      if case .rowFinished(let row, _) = event { measured = row.measured }
    }
    guard let measured else { preconditionFailure("the row of \(id) brought nothing home") }
    return measured
  }
}
