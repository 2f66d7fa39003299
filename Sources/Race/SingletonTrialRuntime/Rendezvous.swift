import SingletonPlatform
import Synchronization

/// A mechanism that makes threads access the same cells at the same time.
///
/// Threads that sweep an array drift apart: one thread builds the instances, and the other finds them complete. A sweep
/// is therefore divided into blocks, and threads wait for each other at the beginning of each block. The wait is short,
/// and it is skipped for a while after a timeout, because a thread that is not running cannot arrive.
package struct Rendezvous: Sendable {
  private let method: Method

  private enum Method {
    case alone
    /// There is a core for each thread, and each waits for its neighbor.
    case neighbors(NeighborSync)
    /// Threads share cores, so a particular thread may not be running: the first to arrive waits for any second one.
    case firstTwo(BlockEntries)
  }

  /// - Parameter blocks: The maximum number of blocks in a sweep.
  package init(threads: Int, cores: Int, blocks: Int) {
    if threads == 1 {
      method = .alone
    } else if threads > cores {
      method = .firstTwo(BlockEntries(threads: threads, blocks: blocks))
    } else {
      method = .neighbors(NeighborSync(threads: threads))
    }
  }

  /// Enters a block and waits for another thread, for as long as the back-off permits.
  @inline(__always)
  package func enter(_ block: Int, as thread: Int, _ backoff: inout SpinBackoff) {
    enter(block, as: thread, &backoff, RealWaiting.self)
  }

  @inline(__always)
  func enter<W: Waiting>(_ block: Int, as thread: Int, _ backoff: inout SpinBackoff, _ waiting: W.Type) {
    switch method {
    case .alone: break
    case .neighbors(let sync): sync.advance(thread, &backoff, waiting)
    case .firstTwo(let entries): entries.enter(block, &backoff, waiting)
    }
  }
}

/// A rendezvous in which each thread waits until its neighbor has entered the same block. All threads enter the same
/// blocks in the same order, so two threads with equal numbers of entries are in the same block.
///
/// Each thread writes its own cache line and reads that of its neighbor. A rendezvous therefore costs one cache-line
/// transfer and no atomic read-modify-write, and both threads leave it at the same time.
final class NeighborSync: Sendable {
  private let threads: Int
  private let entered: CacheLinePadded

  init(threads: Int) {
    self.threads = threads
    entered = CacheLinePadded(count: threads)
  }

  deinit { entered.deallocate() }

  @inline(__always)
  func advance<W: Waiting>(_ thread: Int, _ backoff: inout SpinBackoff, _ waiting: W.Type) {
    let mine = entered[thread].pointee.load(ordering: .relaxed) &+ 1
    entered[thread].pointee.store(mine, ordering: .relaxed)
    let neighbor = thread &+ 1 == threads ? 0 : thread &+ 1
    backoff.wait(waiting) { Int32(bitPattern: entered[neighbor].pointee.load(ordering: .relaxed) &- mine) >= 0 }
  }
}

/// A rendezvous in which the first thread to enter a block waits for a second one. Every thread enters each block once
/// per phase, so if the number of entries is a multiple of the thread count, no thread has entered in this phase.
final class BlockEntries: Sendable {
  private let threads: UInt32
  private let entries: CacheLinePadded

  init(threads: Int, blocks: Int) {
    self.threads = UInt32(threads)
    entries = CacheLinePadded(count: blocks)
  }

  deinit { entries.deallocate() }

  @inline(__always)
  func enter<W: Waiting>(_ block: Int, _ backoff: inout SpinBackoff, _ waiting: W.Type) {
    let before = entries[block].pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    guard before % threads == 0 else { return }
    backoff.wait(waiting) { entries[block].pointee.load(ordering: .relaxed) != before &+ 1 }
  }
}

/// Bounded spinning with exponential back-off: after a timeout, the next 1, 2, 4 ... 64 waits are skipped.
package struct SpinBackoff {
  private static let maxSkip = 64
  package static let usualSpinLimit = 400

  private let spinLimit: Int

  private var skip = 0
  private var left = 0

  package init(spinLimit: Int = usualSpinLimit) { self.spinLimit = spinLimit }

  @inline(__always)
  mutating func wait<W: Waiting>(_ waiting: W.Type, until isThere: () -> Bool) {
    guard left == 0 else { return left -= 1 }
    for _ in 0..<spinLimit {
      if isThere() { return skip = 0 }
      W.pause()
    }
    skip = min(Self.maxSkip, max(1, skip * 2))
    left = skip
  }
}
