import Synchronization

/// A mechanism that brings threads to the same cells at the same time.
///
/// Threads that sweep an array drift apart: one builds instances, and the other finds them complete and reads them from
/// the first one's cache. A sweep is therefore cut into blocks, and threads wait for each other at the beginning of
/// each block. The wait is short, and it is skipped after timeouts, because a thread that is not running cannot arrive.
package struct Rendezvous: Sendable {
  /// The number of cells between two rendezvous: few enough that two threads are still together at the end, many enough
  /// that a rendezvous costs little. With more cells, trials run faster and collide less; `Benchmarks/README.md` has the
  /// figures.
  package let cellsPerBlock: Int
  private let method: Method

  private enum Method {
    case alone
    /// Each thread has a core and waits for its neighbor.
    case neighbors(NeighborSync)
    /// Threads share cores, so none can wait for a particular other: the first to arrive waits for any second one.
    case firstTwo(BlockEntries)
  }

  /// - Parameter cellsPerBlock: The cells between two rendezvous, or `nil` for the default of a sweep.
  package init(threads: Int, cores: Int, cells: Int, cellsPerBlock: Int? = nil) {
    let sharesCores = threads > cores
    let cellsPerBlock = cellsPerBlock ?? (sharesCores ? 128 : 256)
    self.cellsPerBlock = cellsPerBlock
    if threads == 1 {
      method = .alone
    } else if sharesCores {
      method = .firstTwo(BlockEntries(threads: threads, blocks: (cells + cellsPerBlock - 1) / cellsPerBlock))
    } else {
      method = .neighbors(NeighborSync(threads: threads))
    }
  }

  /// Enters a block, and waits for another thread as far as the back-off permits.
  @inline(__always)
  package func enter(_ block: Int, as thread: Int, _ backoff: inout SpinBackoff) {
    switch method {
    case .alone: break
    case .neighbors(let sync): sync.advance(thread, &backoff)
    case .firstTwo(let entries): entries.enter(block, &backoff)
    }
  }
}
