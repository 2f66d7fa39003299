package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Reads share a concurrent queue. A thread that finds no instance builds one behind a barrier, after it has
/// checked again.
///
/// What can go wrong: Every access pays for the queue. An initializer that calls the accessor again waits for itself,
/// which libdispatch detects.
///
/// What we expect: The accessor is sound.
///
/// Source: This form uses `DispatchQueue.sync` and its barrier flag.
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
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BarrierQueueGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "barrier-queue",
      idea: "a concurrent queue: synchronous read; barrier write that checks again",
      alsoKnownAs: [
        "barrier", "dispatch_barrier", "dispatch_barrier_sync", "dispatch_barrier_async", "concurrent queue",
      ],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ],
      plain: PlainListing(ProductIndexForm.self))
  }
}

private enum ProductIndexForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> ProductIndex? { ProductIndex.shared }
  static func construct() -> ProductIndex? { ProductIndex() }
}
