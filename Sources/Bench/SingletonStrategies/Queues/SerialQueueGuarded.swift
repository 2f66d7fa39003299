package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor runs synchronously on a serial queue.
///
/// What can go wrong: Every access pays for the queue. An initializer that calls the accessor again waits for itself,
/// which libdispatch detects.
///
/// What we expect: The accessor is sound.
///
/// Source: This form uses `DispatchQueue.sync`.
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
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SerialQueueGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "serial-queue",
      idea: "DispatchQueue.sync on a serial queue",
      alsoKnownAs: ["DispatchQueue.sync", "dispatch_sync", "DispatchQueue"],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ],
      plain: PlainListing(LedgerForm.self))
  }
}

private enum LedgerForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> Ledger? { Ledger.shared }
  static func construct() -> Ledger? { Ledger() }
}
