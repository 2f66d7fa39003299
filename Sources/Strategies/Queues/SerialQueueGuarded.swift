import Outcomes

/// Idea: the accessor runs on a serial queue, synchronously.
///
/// What can go wrong: every access pays for the queue; an initialiser that asks again waits for itself, which
/// libdispatch notices.
///
/// What we expect: sound.
///
/// Source: `DispatchQueue.sync`.
package struct SerialQueueGuarded<W: World>: Strategy {
  private let queue: W.SerialQueue
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    queue = cell.serialQueue()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    queue.sync {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension SerialQueueGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SerialQueueGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "serial-queue",
      idea: "DispatchQueue.sync on a serial queue",
      risk: "construction goes past the queue; re-entry stops the process",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ])
  }
}
