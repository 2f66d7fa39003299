import Core
package import StrategyKit

/// Idea: the accessor runs on a serial queue, synchronously.
///
/// What can go wrong: every access pays for the queue; an initializer that asks again waits for itself, which
/// libdispatch notices.
///
/// What we expect: sound.
///
/// Source: `DispatchQueue.sync`.
package struct SerialQueueGuarded<B: Backend>: Strategy {
  private let queue: B.SerialQueue
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    queue = cell.serialQueue()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    queue.sync {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension SerialQueueGuarded {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { SerialQueueGuarded<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
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
