import SingletonCore
import SingletonStrategyKit
import SingletonStressEngine

/// The execution of a row of the harness's own catalog like any other row, in child processes of this executable.
enum RowRun {
  static func measured(_ id: String, threads: Int, time: Duration) throws -> Measurements {
    var settings = RunSettings(threads: [threads], seed: 1)
    settings.row.time = time
    let selection = Plan.Selection(entry: Catalog.harness.entry(id)!, scenario: .firstAccess)
    guard let measured = try rows([selection], settings).first?.measured else {
      preconditionFailure("the row of \(id) has no measurements")
    }
    return measured
  }

  /// Runs rows that end once they have shown what is declared, at the latest after a row's usual time.
  static func rows(
    _ selections: [Plan.Selection], threads: Int, replicates: Int, timeout: Duration
  ) throws -> [StressRow] {
    var settings = RunSettings(threads: [threads], seed: 1)
    settings.replicates = replicates
    settings.row.endsOnceShown = true
    settings.row.timeout = timeout
    return try rows(selections, settings)
  }

  /// The usual time of a row.
  static var defaultMilliseconds: Int64 { RowSettings().time.components.attoseconds / 1_000_000_000_000_000 }

  static func rows(_ selections: [Plan.Selection], _ settings: RunSettings) throws -> [StressRow] {
    let run = StressRun(
      plan: Plan(selections, settings: settings), settings: settings,
      run: RunMetadata(id: "", startedUTC: "", toolVersion: "", commit: ""), host: .ofThisMachine())
    var rows: [StressRow] = []
    try run.execute { event in
      if case .rowFinished(let row, _) = event { rows.append(row) }
    }
    return rows
  }
}
