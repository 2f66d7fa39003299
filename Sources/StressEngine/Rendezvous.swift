import CPlatform
import Synchronization

/// Brings threads to the same cells at the same time.
///
/// Threads that sweep an array drift apart: one builds, the other finds what has been built and reads it from the first
/// one's cache. So a sweep is cut into blocks, and at the beginning of each the threads look for each other. The wait is
/// short and given up where it does not pay: a thread that is not running cannot come.
struct Rendezvous {
  /// Cells between two meetings: few enough that two threads are still together at the end, enough that a meeting costs
  /// little. More cells race faster and collide less: CONTRIBUTING.md has the figures.
  let cellsPerBlock: Int
  private let way: Way

  private enum Way {
    case alone
    /// A core for each thread: each waits for its neighbour.
    case neighbours(Progress)
    /// Threads take turns on the cores, so no particular one can be waited for: whoever comes first waits for any second.
    case firstTwo(BlockEntries)
  }

  /// - Parameter cellsPerBlock: nil = what suits a sweep.
  init(threads: Int, cores: Int, cells: Int, cellsPerBlock: Int? = nil) {
    let takesTurns = threads > cores
    let cellsPerBlock = cellsPerBlock ?? (takesTurns ? 128 : 256)
    self.cellsPerBlock = cellsPerBlock
    way =
      threads == 1
      ? .alone
      : takesTurns
        ? .firstTwo(BlockEntries(threads: threads, blocks: (cells + cellsPerBlock - 1) / cellsPerBlock))
        : .neighbours(Progress(threads: threads))
  }

  /// Enters a block, with the patience that the thread's meetings so far have left it.
  @inline(__always)
  func enter(_ block: Int, as thread: Int, _ patience: inout Patience) {
    switch way {
    case .alone: break
    case .neighbours(let progress): progress.advance(thread, &patience)
    case .firstTwo(let entries): entries.enter(block, &patience)
    }
  }
}

/// How many blocks each thread has entered. All enter the same ones in the same order, so equal numbers mean the same
/// block.
///
/// A thread writes its own line and reads one other, so a meeting costs one line's way and no atomic update, and both
/// leave it at the same time.
///
/// Sendable: the numbers are atomic, everything else is fixed when it is made.
final class Progress: @unchecked Sendable {
  private let threads: Int
  private let entered: CacheLines

  init(threads: Int) {
    self.threads = threads
    entered = CacheLines(count: threads)
  }

  @inline(__always)
  func advance(_ thread: Int, _ patience: inout Patience) {
    let mine = entered[thread].pointee.load(ordering: .relaxed) &+ 1
    entered[thread].pointee.store(mine, ordering: .relaxed)
    let neighbour = thread &+ 1 == threads ? 0 : thread &+ 1
    patience.wait { Int32(bitPattern: entered[neighbour].pointee.load(ordering: .relaxed) &- mine) >= 0 }
  }
}

/// How often each block has been entered. Every thread enters each block once a phase, so a multiple of the threads means
/// that nobody is there yet.
///
/// Sendable: the entries are atomic, everything else is fixed when it is made.
final class BlockEntries: @unchecked Sendable {
  private let threads: UInt32
  private let entries: CacheLines

  init(threads: Int, blocks: Int) {
    self.threads = UInt32(threads)
    entries = CacheLines(count: blocks)
  }

  @inline(__always)
  func enter(_ block: Int, _ patience: inout Patience) {
    let before = entries[block].pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    guard before % threads == 0 else { return }
    patience.wait { entries[block].pointee.load(ordering: .relaxed) != before &+ 1 }
  }
}

/// How willing one thread is to wait for another: not at all for a while after it has waited in vain.
struct Patience {
  private static let spins = 400
  private static let longestSulk = 64

  private var sulk = 0
  private var left = 0

  @inline(__always)
  mutating func wait(until isThere: () -> Bool) {
    guard left == 0 else { return left -= 1 }
    for _ in 0..<Self.spins {
      if isThere() { return sulk = 0 }
      cp_pause()
    }
    sulk = min(Self.longestSulk, max(1, sulk * 2))
    left = sulk
  }
}

/// Atomic words that do not disturb each other: each on a cache line of its own, two lines where a machine fetches two.
struct CacheLines {
  private static let byteCount = 128
  private let words: UnsafeMutableRawPointer

  /// Zeroes, for the life of the process.
  init(count: Int) {
    words = .allocate(byteCount: count * Self.byteCount, alignment: Self.byteCount)
    words.initializeMemory(as: UInt8.self, repeating: 0, count: count * Self.byteCount)
  }

  @inline(__always)
  subscript(index: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    (words + index &* Self.byteCount).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
