import SingletonCore
import SingletonPlatform
import SingletonTrialRuntime

/// A running child and the watch over it.
final class WatchedChild {
  let process: ChildProcess
  private var watchdog: Watchdog
  private var isStopSaid = false

  init(_ process: ChildProcess) {
    self.process = process
    watchdog = Watchdog(process.shared, since: process.began)
  }

  /// Returns how the child ended, or `nil` while it runs and makes progress. A child without progress for `timeout` is
  /// stopped and counts as `hung`.
  func ending(timeout: Duration) -> RowStatus? {
    if let end = process.end() {
      let isDone = process.shared.value(.isDone) == 1
      let ending = ProcessEnding(end, isSentByOthers: process.shared.value(.signaledByOthers) == 1)
      return ending == .ok && !isDone ? .exit(0) : RowStatus(ending)
    }
    let isStopped = process.stoppedProcess != nil
    isStopSaid = isStopSaid && isStopped
    guard watchdog.hasRunOut(timeout, isStopped: isStopped) else { return nil }
    process.stop()
    return .hung
  }

  /// Returns the number of the process that a signal has stopped for `timeout`, once for each stop, or `nil`.
  func longStop(timeout: Duration) -> Int32? {
    guard !isStopSaid, watchdog.isStopped(for: timeout) else { return nil }
    isStopSaid = true
    return process.stoppedProcess
  }
}
