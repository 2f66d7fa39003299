package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A dictionary has an instance for each key, here for each class, and one mutex is held during the whole
/// accessor.
///
/// What can go wrong: All keys share the lock. An initializer that asks for another key ends in a trap, as one that
/// asks for its own.
///
/// What we expect: The accessor is sound, and each key has one instance. An initializer that asks ends the process.
///
/// Source: This is a service locator, or the container of a framework for dependency injection, at its smallest.
package struct KeyedRegistry<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instances: PerClass<Variable<B>>

  package init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ key: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    let instance = instances[key]
    return lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make(key))
      }
      return instance.load()
    }
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }
}

extension KeyedRegistry {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { KeyedRegistry<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "keyed-registry",
      idea: "a dictionary of instances by class, under one Mutex",
      alsoKnownAs: ["multiton", "service locator", "dependency injection container"],
      expects: [
        .firstAccess: .sound,
        .subclass: .sound,
        .mutualInitialization: .trap,
      ],
      plain: PlainListing(ContactBookForm.self))
  }
}

private enum ContactBookForm: PlainForm {
  typealias Child = CallHistory
  static let scenarios: [Scenario] = [.subclass]

  static func shared() -> ContactBook? { Services.shared.service(ContactBook.self) }
  static func sharedByChild() -> AnyObject? { Services.shared.service(CallHistory.self) }
}
