import CSingletonPlatform
import Dispatch
import SingletonCore
import SingletonPlatform
import SingletonStressEngine

/// A race whose trials each have a process of their own which is no copy of this one.
///
/// Such a process runs ``run(_:access:report:)``, and its report comes back to the process that started it.
package final class LoneTrials {
  /// The settings after the environment has overridden them.
  package let settings: StressSettings
  private let shared: SharedMemory
  private let time: RaceTime
  private var endings = RaceEndings()

  package init(_ settings: StressSettings) throws {
    self.settings = try settings.resolved()
    shared = try SharedMemory.make(threads: self.settings.threads)
    time = RaceTime(self.settings, .oneTrialPerProcess, from: monotonicNanoseconds())
  }

  deinit { shared.unmap() }

  /// Whether nothing remains to be learned, or no time.
  package var isOver: Bool {
    time.isOver(
      shared, at: monotonicNanoseconds(), isBroken: endings.isBroken || shared.firstViolation != nil)
  }

  /// The report of a trial that did not end in time.
  private static let hung = "hung"

  /// Runs the only trial of this process, and ends it.
  ///
  /// - Parameters:
  ///   - settings: The ``settings`` of the process that started this one.
  ///   - access: Returns the shared instance.
  ///   - report: Receives the text that ``add(_:)`` reads, as the last thing before the end.
  package static func run<Instance: AnyObject>(
    _ settings: StressSettings, access: @escaping @Sendable () -> Instance?,
    report: @escaping @Sendable (String) -> Void
  ) throws -> Never {
    let shared = try SharedMemory.make(threads: settings.threads)
    let time = RaceTime(settings, .oneTrialPerProcess, from: 0)
    let race = Race(settings, .oneTrialPerProcess, time, shared) { cells in
      Subject(cells: cells, fresh: {}, isWhole: nil, access: { _ in access() })
    } exit: {
      let tally = shared.tally
      let words =
        Counter.allCases.map { tally[$0] } + [shared.value(.controlViolations), shared.value(.hasBoxedValues)]
      report(words.map(String.init).joined(separator: " "))
      cp_exit_now(0)
    }
    guard race.start(ended: {}) else { throw StressError("not all of \(settings.threads) threads could be started") }
    // Nothing signals it: a trial that ends in time ends the process.
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(settings.hangTimeout.nanoseconds)))
    report(hung)
    cp_exit_now(0)
  }

  /// Adds what a process has reported, or that it has ended without a report.
  package func add(_ report: String?) {
    if report == Self.hung { return endings.hangHere() }
    let words = report.map { $0.split(separator: " ").compactMap { UInt64($0) } } ?? []
    guard words.count == Counter.allCases.count + 2 else {
      return endings.add(.exit(1), remark: "the process ended before the trial did", hasBeaten: false)
    }
    let counters = shared.counters(ofThread: 0)
    for (counter, word) in zip(Counter.allCases, words) {
      switch counter.merge {
      case .sum: counters[counter.rawValue] += word
      case .maximum: counters[counter.rawValue] = max(counters[counter.rawValue], word)
      }
    }
    shared[.controlTrials].wrappingAdd(1, ordering: .relaxed)
    shared[.controlViolations].wrappingAdd(words[Counter.allCases.count], ordering: .relaxed)
    if words[Counter.allCases.count + 1] != 0 { shared[.hasBoxedValues].store(1, ordering: .relaxed) }
    if words[Counter.instances.rawValue] != 1 {
      shared.count(trials: 1, instances: Int(words[Counter.instances.rawValue]))
    }
    if words[Counter.violatingTrials.rawValue] > 0 {
      shared.noteViolation(inTrial: counters[Counter.trials.rawValue])
    }
  }

  package func result(name: String) throws(StressError) -> StressResult {
    try StressResult(
      name: name, settings: settings, kind: .oneTrialPerProcess, shared: shared, endings: endings, ranInChildren: false)
  }
}
