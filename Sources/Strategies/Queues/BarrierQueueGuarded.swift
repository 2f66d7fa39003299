import Core
package import StrategyKit

/// Idea: reads share a concurrent queue; who finds nothing builds behind a barrier, and looks again there.
///
/// What can go wrong: the same as with a serial queue.
///
/// What we expect: sound.
///
/// Source: `DispatchQueue.sync` and its barrier flag.
package struct BarrierQueueGuarded<B: Backend>: Strategy {
  private let queue: B.ConcurrentQueue
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    queue = cell.concurrentQueue()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
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
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { BarrierQueueGuarded<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
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
