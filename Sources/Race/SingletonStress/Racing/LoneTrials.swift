import Dispatch
import SingletonPlatform

/// A race in which each trial runs in a new process that is not a copy of this one.
///
/// Such a process runs ``run(_:access:report:)``, and its report comes back to the process that started it.
package final class LoneTrials {
  /// The settings after the environment has overridden them.
  package let settings: StressSettings
  private let counts: RaceCounts
  private let time: RaceTime
  private var endings = RaceEndings()

  package init(_ settings: StressSettings) throws {
    self.settings = try settings.resolved()
    counts = try RaceCounts(threads: self.settings.threads)
    time = RaceTime(self.settings, .oneTrialPerProcess)
  }

  /// Whether there is nothing more to learn, or no time left.
  package var isOver: Bool {
    time.isOver(counts, isBroken: endings.isBroken || counts.firstViolation != nil)
  }

  /// The report of a trial that did not end in time.
  private static let hung = "hung"

  /// Runs the only trial of this process, and ends it.
  ///
  /// - Parameters:
  ///   - settings: The ``settings`` of the process that started this one.
  ///   - subject: The subject, given the numbers of cells and threads.
  ///   - report: Receives the text that ``add(_:)`` reads, just before the process ends.
  private static func run(
    _ settings: StressSettings, _ subject: @escaping @Sendable (_ cells: Int, _ threads: Int) -> Subject,
    report: @escaping @Sendable (String) -> Void
  ) async throws {
    let counts = try RaceCounts(threads: settings.threads)
    let time = RaceTime(settings, .oneTrialPerProcess)
    let race = Race(
      settings, .oneTrialPerProcess, time, counts, subject,
      exit: {
        report(counts.report)
        _exit(0)
      })
    guard race.start(ended: {}) else { throw StressError("not all of \(settings.threads) threads could be started") }
    // Not in this task, which would keep a thread of the pool, or the main thread, from the actors that callers await.
    let isWatched = startThread {
      var watchdog = Watchdog(counts.shared)
      // Nothing signals the semaphore: a trial that ends in time ends the process.
      _ = watchdog.wait(for: DispatchSemaphore(value: 0), timeout: settings.hangTimeout)
      report(hung)
      _exit(0)
    }
    guard isWatched else { throw StressError("the thread that watches the trial could not be started") }
    try await Task.sleep(for: .seconds(86_400))
  }

  package static func run<Instance: AnyObject>(
    _ settings: StressSettings, access: @escaping @Sendable () throws -> Instance?,
    report: @escaping @Sendable (String) -> Void
  ) async throws {
    try await run(
      settings, { cells, _ in Subject(cells: cells, fresh: {}, isWhole: nil, access: { _ in try access() }) },
      report: report)
  }

  package static func run<Instance: AnyObject>(
    _ settings: StressSettings, awaiting: @escaping @Sendable () async throws -> Instance?,
    report: @escaping @Sendable (String) -> Void
  ) async throws {
    try await run(
      settings, { cells, _ in Subject(cells: cells, fresh: {}, isWhole: nil, awaiting: { _ in try await awaiting() }) },
      report: report
    )
  }

  /// Adds the report of a process, or the end of a process without a report.
  package func add(_ report: String?) {
    if report == Self.hung { return endings.addHang() }
    if let report, counts.add(report) { return }
    endings.add(.exit(1), remark: "the process ended before the trial did")
  }

  package func result(name: String) throws(StressError) -> StressResult {
    try StressResult(name: name, settings: settings, kind: .oneTrialPerProcess, counts, endings, ranInChildren: false)
  }
}
