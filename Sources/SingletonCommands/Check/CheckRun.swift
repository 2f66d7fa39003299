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
    let isInterrupted = Atomic(false)
    /// The results, in the order of the checks, once all are done; `nil` for a check that was interrupted.
    let results = Mutex<[Result<CheckRow, CommandError>?]>([])
    let isDone = DispatchSemaphore(value: 0)
  }

  /// - Parameter isInterruptible: Whether an interruption leaves out what is not finished.
  init(_ checks: [StrategyCheck], isInterruptible: Bool = true, limits: @escaping @Sendable () -> CheckLimits) {
    self.checks = checks
    self.isInterruptible = isInterruptible
    self.limits = limits
  }

  /// Runs the checks.
  ///
  /// - Parameter progressed: Called on the calling thread several times per second, with the number of finished checks.
  /// - Returns: The results of the finished checks, in order; fewer than there are checks if the user interrupted them.
  func results(progressed: (Int) -> Void) throws -> [Result<CheckRow, CommandError>] {
    let signals = try isInterruptible ? SignalWatcher() : nil
    // The calling thread is free to watch for signals, and to show the progress.
    if !startThread(execute) { execute() }
    while state.isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if signals?.isInterrupted == true { state.isInterrupted.store(true, ordering: .relaxed) }
      progressed(state.finished.load(ordering: .relaxed))
    }
    return state.results.withLock { $0 }.compactMap(\.self)
  }

  @Sendable private func execute() {
    let results = checks.concurrentMap { [state] check in
      var limits = limits()
      limits.isInterrupted = { state.isInterrupted.load(ordering: .relaxed) }
      if limits.isInterrupted() { return nil as Result<CheckRow, CommandError>? }
      let result = Result { () throws(CommandError) in try check.checkedRow(limits: limits) }
      state.finished.add(1, ordering: .relaxed)
      // A check that the interruption has stopped says nothing.
      return limits.isInterrupted() ? nil : result
    }
    state.results.withLock { $0 = results }
    state.isDone.signal()
  }
}
