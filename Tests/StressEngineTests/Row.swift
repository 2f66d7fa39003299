import Outcomes

@testable import Strategies
@testable import StressEngine

/// One row, counted in this process: the crew and its workers as a child has them, without the child.
struct Row {
  let crew: Crew

  init<S: Strategy>(
    _ strategy: S.Type, _ scenario: Scenario = .firstAccess, threads: Int, trials: UInt64, cells: Int = 0
  ) throws where S.W == NativeWorld {
    let job = RowJob.counting(threads: threads, scenario: scenario, trials: trials, cells: cells)
    crew = Crew(job: job, race: Race(strategy, scenario), board: try Board.make(threads: threads))
  }

  /// Runs the row to its end.
  func tally() -> Tally {
    Threads.run(crew.job.threads) { [crew] in Worker(crew, index: $0).run() }
    return crew.board.tally
  }
}

extension RowJob {
  static func counting(
    threads: Int = 2, scenario: Scenario = .firstAccess, trials: UInt64 = 0, cells: Int = 0, mode: Mode = .row,
    time: TimeSpan = .milliseconds(100), engine: EngineKind = .dispatch, cost: InitializerCost = .none,
    demand: Expectation.Demand = .sound
  ) -> RowJob {
    RowJob(
      mode: mode, strategy: "mutex", scenario: scenario, threads: threads, engine: engine, time: time, trials: trials,
      demand: demand, cells: cells, initializerCost: cost, timeout: .milliseconds(10_000), cores: 2)
  }
}
