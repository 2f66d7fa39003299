package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A lock is held during the whole accessor, on every access.
///
/// What can go wrong: Every access pays for the lock. The lock protects only the accessor, so a caller that constructs
/// gets another instance.
///
/// What we expect: The accessor is sound. There is more than one instance as soon as a caller constructs one.
///
/// Source: `abuse` describes this form in prose.
package struct SynchronizedLazy<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension SynchronizedLazy {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SynchronizedLazy<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "synchronized-lazy",
      idea: "every access holds a recursive lock",
      alsoKnownAs: ["@synchronized", "objc_sync_enter", "NSRecursiveLock", "recursive lock"],
      citations: [Citation(.abuse, "prose")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ],
      plain: PlainListing(EventLogForm.self))
  }
}

private enum EventLogForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .reentrant]

  static func shared() -> EventLog? { EventLog.shared }
  static func construct() -> EventLog? { makeAuditLog() }
}
