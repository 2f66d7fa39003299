import Synchronization

/// A mechanism that brings threads to the same cells at the same time.
///
/// Threads that sweep an array drift apart: one builds instances, and the other finds them complete and reads them from
/// the first one's cache. A sweep is therefore cut into blocks, and threads wait for each other at the beginning of
/// each block. The wait is short, and it is skipped after timeouts, because a thread that is not running cannot arrive.
package struct Rendezvous: Sendable {
  private let method: Method

  private enum Method {
    case alone
    /// Each thread has a core and waits for its neighbor.
    case neighbors(NeighborSync)
    /// Threads share cores, so none can wait for a particular other: the first to arrive waits for any second one.
    case firstTwo(BlockEntries)
  }

  /// - Parameter blocks: The most blocks of a sweep.
  package init(threads: Int, cores: Int, blocks: Int) {
    if threads == 1 {
      method = .alone
    } else if threads > cores {
      method = .firstTwo(BlockEntries(threads: threads, blocks: blocks))
    } else {
      method = .neighbors(NeighborSync(threads: threads))
    }
  }

  /// Enters a block, and waits for another thread as far as the back-off permits.
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
