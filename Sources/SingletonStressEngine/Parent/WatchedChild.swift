import SingletonCore
import SingletonPlatform

/// A running child and the time that it has run without progress.
final class WatchedChild {
  let process: ChildProcess
  private var heartbeat: UInt64 = 0
  private var silence: Silence
  /// The time since a signal has stopped the child, or `nil` if none has.
  private var stop: Silence?
  private var isStopSaid = false

  init(_ process: ChildProcess) {
    self.process = process
    silence = Silence(since: process.began)
  }

  /// Returns how the child ended, or `nil` while it runs and makes progress. A child without progress for `timeout` is
  /// stopped and counts as `hung`.
  func ending(timeout: Duration) -> RowStatus? {
    if let end = process.end() {
      let status = RowStatus(end, isSentByOthers: process.shared.value(.signaledByOthers) == 1)
      return status == .ok && process.shared.value(.isDone) == 0 ? .exit(0) : status
    }
    if process.stoppedProcess != nil {
      stop = stop ?? Silence()
      stop!.note(isSilent: true)
      silence = Silence()
      return nil
    }
    (stop, isStopSaid) = (nil, false)
    let newest = process.shared.value(.heartbeat) &+ process.shared.value(.threadsStarted)
    silence.note(isSilent: newest == heartbeat)
    heartbeat = newest
    guard silence.length >= timeout.nanoseconds else { return nil }
    process.stop()
    return .hung
  }

  /// Returns the number of the process that a signal has stopped for `timeout`, once for each stop, or `nil`.
  func longStop(timeout: Duration) -> Int32? {
    guard !isStopSaid, let stop, stop.length >= timeout.nanoseconds else { return nil }
    isStopSaid = true
    return process.stoppedProcess
  }
}
