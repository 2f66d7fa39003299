import SingletonPlatform
import Synchronization

/// A rendezvous in which each thread waits for its neighbor to enter the same block. All threads enter the same blocks
/// in the same order, so equal numbers of entries mean the same block.
///
/// A thread writes its own cache line and reads one other. A rendezvous therefore costs one cache-line transfer and no
/// atomic read-modify-write, and both threads leave it at the same time.
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
