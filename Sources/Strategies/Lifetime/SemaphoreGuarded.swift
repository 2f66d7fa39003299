import Outcomes

/// Idea: look first without a lock; a semaphore round a second look, building and storing. The initialiser, under a
/// semaphore of its own, compares classes with the shared instance and skips its custom part where there is one
/// already.
///
/// What can go wrong: the first look is a plain read, as in double-checked locking. An initialiser that asks the
/// accessor waits for itself until the semaphore's limit.
///
/// What we expect: sound on x86-64, construction included; a race and a half-built instance on weaker memory.
///
/// Source: 000 V5. The semaphores, which it makes under once tokens, exist here before the callers do.
package struct SemaphoreGuarded<W: World>: Strategy {
  private let lock: LimitedSemaphore<W>
  private let initialiserLock: LimitedSemaphore<W>
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.limitedSemaphore()
    initialiserLock = cell.limitedSemaphore()
    instance = cell.variable()
  }

  /// `receiver` is the class that was asked, and the class that is built.
  @inline(__always)
  func shared(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    if let found = instance.load() { return found }
    return build(receiver, caller)
  }

  /// A call, so that the way past the semaphore stays one look.
  @inline(never)
  private func build(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    lock.whileHeld(caller) {
      if let found = instance.load() { return found }
      let built = caller.allocate(receiver)
      initialise(built, caller)
      instance.store(built)
      return built
    }
  }

  /// The custom part is the parent's alone, and only where the shared instance is not of the same class.
  private func initialise(_ allocated: W.Instance, _ caller: W.Caller) {
    let existing = instance.load()
    initialiserLock.whileHeld(caller) {
      let isOfOtherClass = existing.map(caller.class) != caller.class(of: allocated)
      if isOfOtherClass && caller.class(of: allocated) == .parent {
        caller.initialise(allocated)
      }
    }
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { shared(.parent, caller) }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = shared(caller) else { return nil }
    initialise(allocated, caller)
    return allocated
  }

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }

  /// For the variant that can be destroyed: under the same semaphore as the accessor's second look.
  func clear(_ caller: W.Caller) {
    lock.whileHeld(caller) {
      guard let old = instance.load() else { return }
      instance.store(nil)
      caller.release(old)
    }
  }
}

extension SemaphoreGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SemaphoreGuarded<V>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var card: Card {
    Card(
      id: "semaphore-guarded",
      idea: "plain read, semaphore with a limit, second look, build, store; the initialiser is guarded too",
      risk: "the unlocked read races with the store; re-entry waits until the limit",
      source: "000 V5",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
      ])
  }
}
