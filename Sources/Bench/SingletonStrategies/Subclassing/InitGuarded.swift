package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is per-class-once with a semaphore around each class's initializer. The initializer skips its custom part
/// if the shared instance is already of the same class.
///
/// What can go wrong: A child's initializer begins with the parent's, which reads the parent's variable outside the
/// parent's once block. If the parent's custom part asks for the child, that initializer waits for itself forever.
///
/// What we expect: The strategy is sound, including construction. With a child there is a data race on weaker memory.
///
/// Source: This is `macro: V4`. The parent has a once token, as the document says later.
package struct InitGuarded<B: Backend>: Strategy {
  private let onces: PerClass<B.OnceToken>
  private let instances: PerClass<Variable<B>>
  private let initializerLocks: PerClass<B.Semaphore>

  package init(_ cell: inout B.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
    initializerLocks = PerClass(parent: cell.semaphore(limit: nil), child: cell.semaphore(limit: nil))
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    onces[receiver].run(with: (self, receiver, caller)) { strategy, receiver, caller in
      let built = caller.allocate(receiver)
      strategy.initialize(built, as: receiver, caller)
      strategy.instances[receiver].store(built)
    }
    return instances[receiver].load()
  }

  /// Runs the initializer of one class for an instance of that class or of a child.
  private func initialize(_ allocated: B.Instance, as level: InstanceClass, _ caller: B.Caller) {
    let existing = instances[level].load()
    _ = initializerLocks[level].wait()
    if existing.map(caller.class) != caller.class(of: allocated) {
      if level == .child { initialize(allocated, as: .parent, caller) }
      if caller.class(of: allocated) == level {
        // A child's custom part begins with the parent's: the chain of super calls counts as one entry.
        caller.initialize(allocated)
        instances[level].store(allocated)
      }
    }
    initializerLocks[level].signal()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(receiver, caller) else { return nil }
    initialize(allocated, as: receiver, caller)
    return allocated
  }

  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }
}

extension InitGuarded {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { InitGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "init-guarded",
      idea: "per-class-once; a semaphore around the initializer, whose custom part runs once",
      citations: [Citation(.macro, "V4")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .subclass: .sound(onWeakMemory: [.race]),
        .subclassConstruction: .sound(onWeakMemory: [.race]),
        .reentrant: .trap,
        // If the parent's custom part asks for the child, the child's super initializer waits for the parent's
        // semaphore: one thread waits forever. In the opposite case, a once token is used inside its own block.
        .mutualInitialization: .trapOrHang,
      ],
      plain: PlainListing(AccountForm.self))
  }
}

private enum AccountForm: PlainForm {
  typealias Child = GuestAccount
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .subclass]

  static func shared() -> Account? { Account.shared }
  static func construct() -> Account? { Account.make() }
  static func sharedByChild() -> AnyObject? { GuestAccount.shared }
}
