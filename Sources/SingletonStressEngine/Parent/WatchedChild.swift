import SingletonCore
import SingletonPlatform

/// A running child and the time that it has run without progress.
final class WatchedChild {
  let process: ChildProcess
  private var heartbeat: UInt64 = 0
  private var lastLook: UInt64
  private var silence: UInt64 = 0

  /// The most nanoseconds that one look adds to the silence. If this process has not looked for longer, it was stopped
  /// itself, and so were its children in a frozen container.
  private static let longestLook: UInt64 = 200_000_000

  init(_ process: ChildProcess) {
    self.process = process
    lastLook = process.began
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
    let passed = process.isSuspended ? 0 : min(now - lastLook, Self.longestLook)
    silence = newest == heartbeat ? silence + passed : 0
    (heartbeat, lastLook) = (newest, now)
    guard silence >= timeout.nanoseconds else { return nil }
    process.stop()
    return .hung
  }
}
