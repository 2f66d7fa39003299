internal import CSingletonPlatform
import SingletonPlatform
import Synchronization

/// What a thread does while it waits for another. Tests do it in simulated time, on as many cores as they like.
protocol Waiting {
  /// Keeps the core for a moment.
  static func pause()
  /// Lets another thread run.
  static func yield()
  /// Sleeps while the word has this value; may wake spuriously.
  static func sleep(_ word: UnsafeMutablePointer<Atomic<UInt32>>, while value: UInt32)
  static func wakeAll(_ word: UnsafeMutablePointer<Atomic<UInt32>>)
}

enum RealWaiting: Waiting {
  @inline(__always)
  static func pause() { cp_pause() }

  static func yield() { yieldProcessor() }

  static func sleep(_ word: UnsafeMutablePointer<Atomic<UInt32>>, while value: UInt32) {
    cp_sleep_while(UnsafeRawPointer(word).assumingMemoryBound(to: UInt32.self), value)
  }

  static func wakeAll(_ word: UnsafeMutablePointer<Atomic<UInt32>>) {
    cp_wake_all(UnsafeRawPointer(word).assumingMemoryBound(to: UInt32.self))
  }
}
