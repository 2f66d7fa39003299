package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The toolchain's mutex is held during the whole accessor.
///
/// What can go wrong: Every access pays for the lock. An initializer that calls the accessor again ends in a trap.
///
/// What we expect: The accessor is sound. If the initializer throws, the lock is released, and the next caller builds.
///
/// Source: This form uses `Synchronization.Mutex`.
package struct MutexGuarded<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil {
        instance.store(try? caller.makeOrThrow())
      }
      return instance.load()
    }
  }
}

extension MutexGuarded {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { MutexGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "mutex",
      idea: "the accessor holds a Synchronization.Mutex",
      alsoKnownAs: ["Synchronization.Mutex", "os_unfair_lock", "OSAllocatedUnfairLock"],
      advisedFor: "one that is built from arguments or reset",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
        .failing: .sound,
      ],
      plain: PlainListing(KeychainForm.self))
  }
}

private enum KeychainForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> Keychain? { Keychain.shared }
  static func construct() -> Keychain? { Keychain() }
}
