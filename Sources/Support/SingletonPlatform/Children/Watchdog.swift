package import Dispatch

/// A watchdog over a child process, or over threads of this process, that must keep making progress.
package struct Watchdog: Sendable {
  private let shared: SharedMemory
  private let firstBeat: UInt64
  private var progress: UInt64 = 0
  private var silence: Silence
  /// The time since a signal stopped the watched process, or `nil` if the process is not stopped.
  private var stop: Silence?

  package init(_ shared: SharedMemory, since began: UInt64 = monotonicNanoseconds()) {
    self.shared = shared
    firstBeat = shared.value(.heartbeat)
    silence = Silence(since: began)
  }

  /// Whether there was a heartbeat since this watchdog was created.
  package var sawHeartbeat: Bool { shared.value(.heartbeat) != firstBeat }

  /// Checks for progress since the last call.
  ///
  /// - Parameter isStopped: Whether a signal has stopped the watched process, in which case silence is not a hang.
  /// - Returns: Whether there was no progress for the length of the timeout.
  package mutating func hasRunOut(_ timeout: Duration, isStopped: Bool = false) -> Bool {
    if isStopped {
      stop = stop ?? Silence()
      stop!.note(isSilent: true)
      silence = Silence()
      return false
    }
    stop = nil
    let newest = shared.value(.heartbeat) &+ shared.value(.threadsStarted)
    silence.note(isSilent: newest == progress)
    progress = newest
    return silence.length >= timeout.nanoseconds
  }

  /// Waits until threads of this process signal the semaphore.
  ///
  /// - Returns: `false` if there was no progress for the length of the timeout before the signal came.
  package mutating func wait(for signal: DispatchSemaphore, timeout: Duration) -> Bool {
    let look = DispatchTimeInterval.nanoseconds(Int(min(timeout.nanoseconds, 20_000_000)))
    while signal.wait(timeout: .now() + look) == .timedOut {
      if hasRunOut(timeout) { return false }
    }
    return true
  }

  /// Returns whether the watched process was stopped by a signal for the length of the timeout.
  package func isStopped(for timeout: Duration) -> Bool { stop.map { $0.length >= timeout.nanoseconds } ?? false }
}

/// The time without progress, measured only while the watching process itself ran.
///
/// If a container is frozen, both the watched and the watching process are stopped, and that time does not count.
package struct Silence: Sendable {
  /// The time without progress, in nanoseconds.
  package private(set) var length: UInt64 = 0
  private var lastLook: UInt64

  /// The maximum number of nanoseconds that one call of `note` adds. If more time has passed since the last call, this
  /// process was stopped in between.
  private static let longestLook: UInt64 = 200_000_000

  package init(since now: UInt64 = monotonicNanoseconds()) { lastLook = now }

  /// Adds the time since the last call if there was still no progress, and starts again from zero otherwise.
  package mutating func note(isSilent: Bool, at now: UInt64 = monotonicNanoseconds()) {
    length = isSilent ? length + min(now - lastLook, Self.longestLook) : 0
    lastLook = now
  }
}
