import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import TestSupport

@testable import SingletonStressEngine

/// A row that runs in this process, with the threads and the memory that a child process would have.
struct Row {
  let context: RowContext

  init(_ configuration: ChildConfiguration, _ workload: Workload) throws {
    context = RowContext(configuration, workload, try SharedMemory.ofRow(threads: configuration.threads))
  }

  init<S: Strategy>(
    _ strategy: S.Type, _ scenario: Scenario = .firstAccess, threads: Int, trials: UInt64, cells: Int? = nil
  ) throws where S.B == NativeBackend {
    var configuration = ChildConfiguration.counting(threads: threads, scenario: scenario)
    configuration.settings.trials = trials
    configuration.cells = cells
    try self.init(configuration, CatalogEntry(strategy).raced(as: .harness)!.workload(scenario))
  }

  /// Runs the row to its end.
  func run() {
    let team = ThreadTeam(context)
    Threads.run(context.configuration.threads, team.run(thread:))
  }

  func tally() -> Tally {
    run()
    return context.shared.tally
  }
}

extension ChildConfiguration {
  static func counting(threads: Int = 2, scenario: Scenario = .firstAccess, mode: Mode = .row) -> ChildConfiguration {
    var configuration = ChildConfiguration()
    configuration.mode = mode
    configuration.strategy = "mutex"
    configuration.scenario = scenario
    configuration.threads = threads
    configuration.cores = 2
    return configuration
  }
}
