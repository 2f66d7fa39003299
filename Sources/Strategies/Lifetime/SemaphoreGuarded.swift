import Core
package import StrategyKit

/// Idea: look first without a lock; a semaphore round a second look, building and storing. The initializer, under a
/// semaphore of its own, compares classes with the shared instance and skips its custom part where there is one
/// already.
///
/// What can go wrong: the first look is a plain read, as in double-checked locking. An initializer that asks the
/// accessor waits for itself until the semaphore's limit.
///
/// What we expect: sound on x86-64, construction included; a race and a half-built instance on weaker memory.
///
/// Source: 000 V5. The semaphores, which it makes under once tokens, exist here before the callers do.
package struct SemaphoreGuarded<B: Backend>: Strategy {
  private let lock: LimitedSemaphore<B>
  private let initializerLock: LimitedSemaphore<B>
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.limitedSemaphore()
    initializerLock = cell.limitedSemaphore()
    instance = cell.variable()
  }

  /// `receiver` is the class that was asked, and the class that is built.
  @inline(__always)
  func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if let found = instance.load() { return found }
    return build(receiver, caller)
  }

  /// A call, so that the way past the semaphore stays one look.
  @inline(never)
  private func build(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(caller) {
      if let found = instance.load() { return found }
      let built = caller.allocate(receiver)
      initialize(built, caller)
      instance.store(built)
      return built
    }
  }

  /// The custom part is the parent's alone, and only where the shared instance is not of the same class.
  private func initialize(_ allocated: B.Instance, _ caller: B.Caller) {
    let existing = instance.load()
    initializerLock.whileHeld(caller) {
      let isOfOtherClass = existing.map(caller.class) != caller.class(of: allocated)
      if isOfOtherClass && caller.class(of: allocated) == .parent {
        caller.initialize(allocated)
      }
    }
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    initialize(allocated, caller)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }

  /// For the variant that can be destroyed: under the same semaphore as the accessor's second look.
  func clear(_ caller: B.Caller) {
    lock.whileHeld(caller) {
      guard let old = instance.load() else { return }
      instance.store(nil)
      caller.release(old)
    }
  }
}

extension SemaphoreGuarded {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { SemaphoreGuarded<Other>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded",
      idea: "plain read, semaphore with a limit, second look, build, store; the initializer is guarded too",
      risk: "the unlocked read races with the store; re-entry waits until the limit",
      source: "000 V5",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
      ],
      relatedFiles: ["Strategies/LimitedSemaphore.swift"])
  }
}
