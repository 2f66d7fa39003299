import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// A check of the accessor of a user's class, in which each thread asks once.
struct AccessCheck: ModelCheck, @unchecked Sendable {
  // Unchecked: the user's closures run on the thread that checks.

  let name: String
  let threads: Int
  var model: MemoryModel
  let timeouts: Timeouts
  let log: CheckLog
  let body: (ThreadRun) -> Void

  let scenario = Scenario.firstAccess
  let traits: Traits = []
  let expectation = Expectation.sound
  /// The user's source files, which are read when a counterexample is drawn. A file that cannot be read is treated as
  /// unknown.
  let sources = SourceLibrary { SourceText(file: $0, at: $0) }

  func trial(_ orderings: OrderingExperiment) -> Trial? { trial(isReplay: false) }
  func trialToReplay() -> Trial? { trial(isReplay: true) }

  private func trial(isReplay: Bool) -> Trial {
    let exploration = Exploration(isReplay: isReplay, shared: log.shared, timeouts: timeouts)
    log.begin(exploration)
    return exploration.trial(threads: threads, openLoops: log.openLoops, body)
  }
}

/// The parts of the user's class that the explorations of one check have seen.
final class CheckLog {
  private var current: Exploration?
  /// The primitives that were used.
  private(set) var seen: [String] = []
  private(set) var unmodeled = UnmodeledProperties()
  private(set) var unseenInstances: Set<UnseenInstance> = []
  let openLoops = OpenLoops()
  /// The objects that exist outside of the check.
  var shared: [AnyObject] = []

  /// Notes what the previous exploration has seen, and drops its objects.
  func begin(_ next: Exploration?) {
    if let current {
      for primitive in current.seen where !seen.contains(primitive) { seen.append(primitive) }
      let found = current.unmodeled
      if !(found.variables + found.locks).isEmpty { unmodeled = found }
      unseenInstances.formUnion(current.threads.compactMap(\.unseenInstance))
      current.clear()
    }
    current = next
  }

  var objects: [AnyObject] { current?.objects ?? [] }

  /// Returns the line of a thread's most recent operation.
  func lastLine(ofThread index: Int) -> SourceLine? {
    guard let threads = current?.threads, threads.indices.contains(index) else { return nil }
    return threads[index].lastLine
  }
}
