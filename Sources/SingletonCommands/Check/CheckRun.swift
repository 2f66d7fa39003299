import Dispatch
import SingletonCore
import SingletonPlatform
import SingletonStrategyChecker
import Synchronization

/// Checks that run on all cores, until they are done or the user interrupts them.
struct CheckRun {
  private let checks: [StrategyCheck]
  private let isInterruptible: Bool
  /// Returns the limits of a check that begins now.
  private let limits: @Sendable () -> CheckLimits
  private let state = State()

  /// What the checking threads share with the calling thread.
  private final class State: Sendable {
    let finished = Atomic(0)
    /// The executions so far, of whatever kind.
    let executions = Atomic(0)
    /// The indices of the checks that run, the one that began first before the others.
    let running = Mutex<[Int]>([])
    let isInterrupted = Atomic(false)
    /// The results, in the order of the checks, once all are done; `nil` for a check that was interrupted.
    let results = Mutex<[Result<CheckRow, CommandError>?]>([])
    let isDone = DispatchSemaphore(value: 0)
  }

  /// How far the checks are.
  struct Progress {
    let finished: Int
    /// The executions so far, of whatever kind.
    let executions: Int
    /// The check that has run for the longest time, or `nil` if none runs.
    let running: StrategyCheck?
  }

  /// - Parameter isInterruptible: Whether an interruption leaves out what is not finished.
  init(_ checks: [StrategyCheck], isInterruptible: Bool = true, limits: @escaping @Sendable () -> CheckLimits) {
    self.checks = checks
    self.isInterruptible = isInterruptible
    self.limits = limits
  }

  /// Runs the checks.
  ///
  /// - Parameter progressed: Called on the calling thread several times per second.
  /// - Returns: The results in the order of the checks; `nil` for a check that the user's interruption left out.
  func results(progressed: (Progress) -> Void) throws -> [Result<CheckRow, CommandError>?] {
    let signals = try isInterruptible ? SignalWatcher() : nil
    // The calling thread is free to watch for signals, and to show the progress.
    if !startThread(execute) { execute() }
    while state.isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if signals?.isInterrupted == true { state.isInterrupted.store(true, ordering: .relaxed) }
      progressed(progress)
    }
    return state.results.withLock { $0 }
  }

  private var progress: Progress {
    Progress(
      finished: state.finished.load(ordering: .relaxed), executions: state.executions.load(ordering: .relaxed),
      running: state.running.withLock(\.first).map { checks[$0] })
  }

  @Sendable private func execute() {
    let results = Array(checks.enumerated()).concurrentMap { [state] number, check in
      var limits = limits()
      limits.isInterrupted = {
        state.executions.add(1, ordering: .relaxed)
        return state.isInterrupted.load(ordering: .relaxed)
      }
      if state.isInterrupted.load(ordering: .relaxed) { return nil as Result<CheckRow, CommandError>? }
      state.running.withLock { $0.append(number) }
      let result = Result { () throws(CommandError) in try check.checkedRow(limits: limits) }
      state.running.withLock { $0.removeAll { $0 == number } }
      state.finished.add(1, ordering: .relaxed)
      // A check that the interruption has stopped says nothing.
      return state.isInterrupted.load(ordering: .relaxed) ? nil : result
    }
    state.results.withLock { $0 = results }
    state.isDone.signal()
  }
}
