import Outcomes

/// Idea: reads share a concurrent queue; who finds nothing builds behind a barrier, and looks again there.
///
/// What can go wrong: the same as with a serial queue.
///
/// What we expect: sound.
///
/// Source: `DispatchQueue.sync` and its barrier flag.
package struct BarrierQueueGuarded<W: World>: Strategy {
  private let queue: W.ConcurrentQueue
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    queue = cell.concurrentQueue()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    if let found = queue.sync({ instance.load() }) { return found }
    return queue.syncBarrier {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension BarrierQueueGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { BarrierQueueGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "barrier-queue",
      idea: "a concurrent queue: synchronous read; barrier write that checks again",
      risk: "construction goes past the queue; re-entry stops the process",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ])
  }
}
