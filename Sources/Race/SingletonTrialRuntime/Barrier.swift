import CSingletonPlatform
import SingletonPlatform
import Synchronization

/// A barrier that no thread passes before every thread has arrived. The last thread to arrive can run a closure first.
package final class Barrier: Sendable {
  private let count: Int
  /// How often a waiting thread polls before it gives up its core. If each thread has a core, the other threads are
  /// about to arrive. If there are more threads than cores, a spinning thread would keep them from running.
  private let spinLimit: Int
  /// Whether a thread that has stopped polling yields for a while before it sleeps.
  private let keepsAwake = Atomic<Bool>(false)
  private let words = CacheLinePadded(count: 2)

  private var arrived: UnsafeMutablePointer<Atomic<UInt32>> { words[0] }
  /// The word that waiting threads poll, written once each time the barrier opens.
  private var generation: UnsafeMutablePointer<Atomic<UInt32>> { words[1] }

  /// How often a waiting thread yields before it sleeps, if threads stay awake.
  static let yieldLimit = 10_000

  /// - Parameter spinLimit: How often a waiting thread polls if there is a core for each thread.
  package init(count: Int, cores: Int, spinLimit: Int = 100_000) {
    self.count = count
    self.spinLimit = count <= cores ? spinLimit : 50
  }

  deinit { words.deallocate() }

  /// Waits until all threads have arrived.
  ///
  /// - Parameter last: A closure that the last thread to arrive runs before any thread passes.
  package func wait(_ last: () -> Void = {}) { wait(RealWaiting.self, last) }

  func wait<W: Waiting>(_ waiting: W.Type, _ last: () -> Void = {}) {
    let mine = generation.pointee.load(ordering: .acquiring)
    if arrived.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == count {
      last()
      open(waiting)
    } else if !poll(mine, spinLimit, W.pause)
      && !(keepsAwake.load(ordering: .relaxed) && poll(mine, Self.yieldLimit, W.yield))
    {
      while generation.pointee.load(ordering: .acquiring) == mine { W.sleep(generation, while: mine) }
    }
  }

  /// Arrives, and does not wait for the other threads. Nothing may wait at the barrier meanwhile.
  ///
  /// - Parameter last: A closure that the last thread to arrive runs.
  package func arrive(_ last: () -> Void) {
    guard arrived.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == count else { return }
    arrived.pointee.store(0, ordering: .relaxed)
    last()
  }

  private func open<W: Waiting>(_ waiting: W.Type) {
    arrived.pointee.store(0, ordering: .relaxed)
    generation.pointee.wrappingAdd(1, ordering: .releasing)
    W.wakeAll(generation)
  }

  /// Sets whether threads that share cores stay awake for a while before they sleep. Threads that are awake continue
  /// together as soon as the barrier opens, but waking them all takes long.
  package func keepAwake(_ keepsAwake: Bool) { self.keepsAwake.store(keepsAwake, ordering: .relaxed) }

  private func poll(_ mine: UInt32, _ times: Int, _ pause: () -> Void) -> Bool {
    for _ in 0..<times {
      if generation.pointee.load(ordering: .acquiring) != mine { return true }
      pause()
    }
    return false
  }
}

/// The operations with which a thread waits for another. Tests replace them with operations in simulated time, which
/// work with any number of cores.
protocol Waiting {
  /// Keeps the core for a moment.
  static func pause()
  /// Lets another thread run.
  static func yield()
  /// Sleeps while the word has this value. The thread may also wake spuriously.
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
