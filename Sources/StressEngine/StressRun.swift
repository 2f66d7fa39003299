package import Outcomes

/// What a run tells whoever listens; the engine itself never prints.
package enum StressEvent: Sendable {
  /// The `number`th of `count` rows begins; `number` from 1.
  case rowStarted(RowKey, number: Int, count: Int)
  /// The row has shown progress; fractions of 1 of the row's counting time.
  case progress(RowKey, fraction: Double)
  case rowFinished(StressRow, samples: [TimingSample])
}

/// Runs a plan, each row in a child process, and reports what came out.
package struct StressRun {
  private let plan: Plan
  private let settings: RunSettings
  private let run: RunFacts
  private let host: HostFacts

  package init(plan: Plan, settings: RunSettings, run: RunFacts, host: HostFacts) {
    self.plan = plan
    self.settings = settings
    self.run = run
    self.host = host
  }

  /// Returns when all rows have finished, or were ended by SIGINT or SIGTERM; then the rows that were not done arrive
  /// as `interrupted`. An error of the listener ends the children and is thrown on.
  package func execute(_ listener: (StressEvent) throws -> Void) rethrows {
  }
}
