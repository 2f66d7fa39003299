import SingletonPlatform
import Synchronization

/// A rendezvous in which the first thread to enter a block waits for a second one. Every thread enters each block once
/// per phase, so a number of entries that is a multiple of the thread count means that no thread has entered yet.
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
