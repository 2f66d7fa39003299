import SingletonCore
import SingletonPlatform
import SingletonStressEngine

/// A watch over a race that makes no progress.
struct Watchdog {
  private let timeout: Duration
  private let startTimeout: Duration
  private let beats: UInt64
  private var progress: UInt64 = 0
  private var silence = Silence()
  /// Whether the race has completed a turn since the watch began.
  private(set) var hasBeaten = false

  /// - Parameter startTimeout: The time without progress that is granted until the first turn is completed.
  init(_ shared: SharedMemory, _ timeout: Duration, start startTimeout: Duration) {
    self.timeout = timeout
    self.startTimeout = startTimeout
    beats = shared.value(.heartbeat)
  }

  /// - Parameter isStopped: Whether a signal has stopped the race's process, which is then no hang.
  mutating func hasRunOut(_ shared: SharedMemory, isStopped: Bool = false) -> Bool {
    hasBeaten = shared.value(.heartbeat) != beats
    let newest = shared.value(.heartbeat) &+ shared.value(.threadsStarted)
    silence.note(isSilent: newest == progress && !isStopped)
    progress = newest
    return silence.length >= (hasBeaten ? timeout : startTimeout).nanoseconds
  }
}
