import Synchronization

/// Brings threads to the same cells at the same time.
///
/// Threads that sweep an array drift apart: one builds, and the other finds what has been built and reads it from the
/// first one's cache. So a sweep is cut into blocks, and at the beginning of each the threads look for each other. The wait
/// is short and given up if it does not pay: a thread that is not running cannot come.
struct Rendezvous: Sendable {
  /// Cells between two meetings: few enough that two threads are still together at the end, enough that a meeting costs
  /// little. More cells run faster and collide less; `Benchmarks/README.md` has the figures.
  let cellsPerBlock: Int
  private let method: Method

  private enum Method {
    case alone
    /// There is a core for each thread, and each waits for its neighbor.
    case neighbors(NeighborSync)
    /// Threads share cores, so no particular one can be waited for: the first to come waits for any second.
    case firstTwo(BlockEntries)
  }

  /// - Parameter cellsPerBlock: `nil` for what suits a sweep.
  init(threads: Int, cores: Int, cells: Int, cellsPerBlock: Int? = nil) {
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

  /// Enters a block, as willing to wait as the thread's meetings so far have left it.
  @inline(__always)
  func enter(_ block: Int, as thread: Int, _ backoff: inout SpinBackoff) {
    switch method {
    case .alone: break
    case .neighbors(let sync): sync.advance(thread, &backoff)
    case .firstTwo(let entries): entries.enter(block, &backoff)
    }
  }
}
