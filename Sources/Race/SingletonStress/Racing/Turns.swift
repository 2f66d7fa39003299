import Synchronization

/// A queue of this process's races, which run one at a time: two at a time would only slow each other down.
package enum Turns {
  private typealias Turn = AsyncStream<Void>.Continuation

  /// The races that wait for their turn, or `nil` if no race has it.
  private static let waiting = Mutex<[Turn]?>(nil)

  /// Runs the body when its turn has come, or throws a `CancellationError` if its task is canceled before that.
  package static func take<Value>(_ body: () async throws -> Value) async throws -> Value {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    waiting.withLock { waiting in
      if waiting == nil {
        waiting = []
        turn.yield()
      } else {
        waiting!.append(turn)
      }
    }
    var iterator = turns.makeAsyncIterator()
    // A stream ends if the task is canceled, but not before it has delivered a turn that has come.
    guard await iterator.next() != nil else { throw CancellationError() }
    defer { pass() }
    return try await body()
  }

  private static func pass() {
    waiting.withLock { waiting in
      while let next = waiting?.first {
        waiting!.removeFirst()
        if case .enqueued = next.yield() { return }
      }
      waiting = nil
    }
  }
}
