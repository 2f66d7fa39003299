import CPlatform
import Synchronization

/// Brings two threads to the same cells at the same time.
///
/// Threads that sweep an array drift apart: one builds, the other finds what has been built and reads it from the first
/// one's cache. So a sweep is cut into blocks, and whoever comes first to a block waits a moment for the second. The
/// wait is short and given up where it does not pay: a thread that is not running cannot come.
///
/// Sendable: the entries are atomic, everything else is fixed when it is made.
final class Rendezvous: @unchecked Sendable {
  /// Cells between two meetings: few enough that two threads are still together at the end, enough that a meeting costs
  /// little. More cells race faster and collide less: CONTRIBUTING.md has the figures.
  static let cellsPerBlock = 128

  private let threads: Int
  private let blocks: Int
  /// How often each block has been entered, each on a cache line of its own. Every thread enters each block once a
  /// phase, so a multiple of the threads means that nobody is there yet.
  private let entries: UnsafeMutableRawPointer
  private static let lineBytes = 128

  init(threads: Int, cells: Int, cellsPerBlock: Int = cellsPerBlock) {
    self.threads = threads
    blocks = (cells + cellsPerBlock - 1) / cellsPerBlock
    entries = .allocate(byteCount: blocks * Self.lineBytes, alignment: Self.lineBytes)
    entries.initializeMemory(as: UInt8.self, repeating: 0, count: blocks * Self.lineBytes)
  }

  /// Enters a block, with the patience that the thread's meetings so far have left it.
  @inline(__always)
  func enter(_ block: Int, _ patience: inout Patience) {
    guard threads > 1 else { return }
    let entries = entries(of: block)
    let before = entries.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    guard before % UInt32(truncatingIfNeeded: threads) == 0, patience.isWilling() else { return }
    for _ in 0..<Patience.spins {
      if entries.pointee.load(ordering: .relaxed) != before &+ 1 { return patience.wasRewarded() }
      cp_pause()
    }
    patience.wasDisappointed()
  }

  private func entries(of block: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    (entries + block * Self.lineBytes).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

/// How willing one thread is to wait for another: not at all for a while after it has waited in vain.
struct Patience {
  static let spins = 400
  private static let longestSulk = 64

  private var sulk = 0
  private var left = 0

  mutating func isWilling() -> Bool {
    guard left > 0 else { return true }
    left -= 1
    return false
  }

  mutating func wasRewarded() { sulk = 0 }

  mutating func wasDisappointed() {
    sulk = min(Self.longestSulk, max(1, sulk * 2))
    left = sulk
  }
}
