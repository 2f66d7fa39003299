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

/// What one trial of a strategy that does nothing costs: gates, visits, tally and reset.
enum SweepCost {
  static func show() throws {
    var table = Table("threads", "ns a trial, median of 7", "least", "most")
    for threads in [1, 2, 64] {
      let costs = try (0..<7).map { _ in
        let row = try RowRun.measured("nothing-to-share", threads: threads, time: .milliseconds(300))
        return Double(row.wallNanoseconds) / Double(max(1, row.tally[.trials]))
      }
      table.rows.append([
        "\(threads)", median(costs).rounded(to: 2), costs.min()!.rounded(to: 2), costs.max()!.rounded(to: 2),
      ])
    }
    table.show("Sweep: an empty strategy, wall time of the counting over its trials")
  }
}

/// What a process a trial costs.
enum ChildStart {
  static func show() throws {
    let costs = try (0..<5).map { _ in
      let row = try RowRun.measured("static-let", threads: 2, time: .milliseconds(500))
      return Double(row.wallNanoseconds) / Double(max(1, row.tally[.trials])) / 1_000_000
    }
    var table = Table("child processes", "ms")
    table.rows = [
      ["one trial, \(Crowd.cores) at a time, median of 5", median(costs).rounded(to: 2)],
      ["one trial's own share of a core", (median(costs) * Double(Crowd.cores)).rounded(to: 2)],
    ]
    table.show("Child start-up: a process for each trial, from one start to the next")
  }
}
