import SingletonCore
import SingletonPlatform

/// A running child and the time of its last progress.
final class WatchedChild {
  let process: ChildProcess
  private var heartbeat: UInt64 = 0
  private var lastProgress: UInt64

  init(_ process: ChildProcess) {
    self.process = process
    lastProgress = process.began
  }

  /// Returns how the child ended, or `nil` while it runs and makes progress. A child without progress for `timeout` is
  /// stopped and counts as `hung`.
  func ending(timeout: Duration) -> RowStatus? {
    if let end = process.end() {
      let status = RowStatus(end)
      return status == .ok && process.shared.value(.isDone) == 0 ? .exit(0) : status
    }
    let now = monotonicNanoseconds()
    let newest = process.shared.value(.heartbeat) &+ process.shared.value(.threadsStarted)
    if newest != heartbeat { (heartbeat, lastProgress) = (newest, now) }
    guard now - lastProgress >= timeout.nanoseconds else { return nil }
    process.stop()
    return .hung
  }
}
