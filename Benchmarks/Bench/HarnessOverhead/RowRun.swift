import SingletonCore
import SingletonStrategyKit
import SingletonStressEngine

/// The execution of a row of the harness's own catalog like any other row, in child processes of this executable.
enum RowRun {
  static func measured(_ id: String, threads: Int, time: Duration) throws -> Measurements {
    var settings = RowSettings()
    settings.time = time
    let entry = Catalog.harness.entry(id)!
    let selection = (entry: entry, form: entry.ownForm, scenario: Scenario.firstAccess)
    guard let measured = try rows([selection], threads: threads, settings: settings).first?.measured else {
      preconditionFailure("the row of \(id) has no measurements")
    }
    return measured
  }

  /// Runs rows that end once they have shown what is declared, at the latest after 100 ms.
  static func rows(
    _ selections: [Plan.Selection], threads: Int, replicates: Int, timeout: Duration
  ) throws -> [StressRow] {
    var settings = RowSettings()
    settings.endsOnceShown = true
    settings.time = .milliseconds(100)
    settings.timeout = timeout
    return try rows(selections, threads: threads, replicates: replicates, settings: settings)
  }

  /// The usual time of a row.
  static var defaultMilliseconds: Int64 { RowSettings().time.components.attoseconds / 1_000_000_000_000_000 }

  static func rows(
    _ selections: [Plan.Selection], threads: Int, replicates: Int = 1, settings: RowSettings
  ) throws -> [StressRow] {
    let plan = Plan(selections, threads: [threads], replicates: replicates, seed: 1, settings: settings)
    var rows: [StressRow] = []
    let run = RunMetadata(id: "", startedUTC: "", toolVersion: "", commit: "")
    try StressRun(plan, on: .ofThisMachine()).execute(as: run) { event in
      if case .rowFinished(let row, _) = event { rows.append(row) }
    }
    return rows
  }
}
