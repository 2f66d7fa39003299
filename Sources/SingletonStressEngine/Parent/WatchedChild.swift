import SingletonCore
import SingletonPlatform

/// A running child and the time that it has run without progress.
final class WatchedChild {
  let process: ChildProcess
  private var heartbeat: UInt64 = 0
  private var lastLook: UInt64
  private var silence: UInt64 = 0
  /// The nanoseconds since a signal has stopped the child, and whether that has been said.
  private var stop: (length: UInt64, isSaid: Bool) = (0, false)

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
      let status = RowStatus(end, isSentByOthers: process.shared.value(.signaledByOthers) == 1)
      return status == .ok && process.shared.value(.isDone) == 0 ? .exit(0) : status
    }
    let now = monotonicNanoseconds()
    let newest = process.shared.value(.heartbeat) &+ process.shared.value(.threadsStarted)
    let passed = min(now - lastLook, Self.longestLook)
    if process.stoppedProcess != nil {
      stop.length += passed
    } else {
      stop = (0, false)
      silence = newest == heartbeat ? silence + passed : 0
    }
    (heartbeat, lastLook) = (newest, now)
    guard silence >= timeout.nanoseconds else { return nil }
    process.stop()
    return .hung
  }

  /// Returns the number of the process that a signal has stopped for `timeout`, once for each stop, or `nil`.
  func longStop(timeout: Duration) -> Int32? {
    guard !stop.isSaid, stop.length >= timeout.nanoseconds else { return nil }
    stop.isSaid = true
    return process.stoppedProcess
  }
}
