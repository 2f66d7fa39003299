package import Dispatch
import SingletonPlatform

/// A watch over a process, or over threads of this one, that must make progress.
package struct Watchdog: Sendable {
  private let shared: SharedMemory
  private let firstBeat: UInt64
  private var progress: UInt64 = 0
  private var silence: Silence
  /// The time since a signal stopped the process, or `nil` if none has.
  private var stop: Silence?

  package init(_ shared: SharedMemory, since began: UInt64 = monotonicNanoseconds()) {
    self.shared = shared
    firstBeat = shared.value(.heartbeat)
    silence = Silence(since: began)
  }

  /// Whether there was a heartbeat since the watch began.
  package var sawHeartbeat: Bool { shared.value(.heartbeat) != firstBeat }

  /// Looks for progress.
  ///
  /// - Parameter isStopped: Whether a signal has stopped the process, so that the silence is not a hang.
  /// - Returns: Whether there was no progress for as long as the timeout.
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

  /// Waits for a signal of this process's threads.
  ///
  /// - Returns: Whether the signal came before there was no progress for as long as the timeout.
  package mutating func wait(for signal: DispatchSemaphore, timeout: Duration) -> Bool {
    let look = DispatchTimeInterval.nanoseconds(Int(min(timeout.nanoseconds, 20_000_000)))
    while signal.wait(timeout: .now() + look) == .timedOut {
      if hasRunOut(timeout) { return false }
    }
    return true
  }

  /// Returns whether a signal has kept the process stopped for as long as the timeout.
  package func isStopped(for timeout: Duration) -> Bool { stop.map { $0.length >= timeout.nanoseconds } ?? false }
}

/// The time without progress, measured only while this process itself ran.
///
/// In a frozen container, the watched process is stopped as well as this one, and no time passes for either.
package struct Silence: Sendable {
  /// The time without progress, in nanoseconds.
  package private(set) var length: UInt64 = 0
  private var lastLook: UInt64

  /// The maximum number of nanoseconds that one look adds. If this process has not looked for longer, it was stopped itself.
  private static let longestLook: UInt64 = 200_000_000

  package init(since now: UInt64 = monotonicNanoseconds()) { lastLook = now }

  /// Notes whether there is still no progress.
  package mutating func note(isSilent: Bool, at now: UInt64 = monotonicNanoseconds()) {
    length = isSilent ? length + min(now - lastLook, Self.longestLook) : 0
    lastLook = now
  }
}
