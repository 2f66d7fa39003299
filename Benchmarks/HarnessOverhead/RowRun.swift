import SingletonCore
import SingletonStrategyKit
import SingletonStressEngine

/// The execution of a row of the harness's own catalog like any other row, in child processes of this executable.
enum RowRun {
  static func measured(_ id: String, threads: Int, time: Duration) throws -> Measurements {
    var settings = RunSettings(threads: [threads], seed: 1)
    settings.row.time = time
    let selection = Plan.Selection(entry: Catalog.harness.entry(id)!, scenario: .firstAccess)
    let run = StressRun(
      plan: Plan([selection], settings: settings), settings: settings,
      run: RunMetadata(id: "", startedUTC: "", toolVersion: "", commit: ""), host: .ofThisMachine())
    var measured: Measurements?
    try run.execute { event in
      if case .rowFinished(let row, _) = event { measured = row.measured }
    }
    guard let measured else { preconditionFailure("the row of \(id) has no measurements") }
    return measured
  }
}
