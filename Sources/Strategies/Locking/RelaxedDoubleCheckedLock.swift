import Core
package import StrategyKit

/// Idea: double-checked locking with an atomic variable, whose first look is relaxed: no torn word, no lock, no fence.
///
/// What can go wrong: atomic is not ordered. The relaxed look may see the instance and not its fields.
///
/// What we expect: sound on x86-64; on weaker memory a race on the fields, and a half-built instance.
///
/// Source: none of the documents; the mistake that remains once everybody knows about volatile.
package struct RelaxedDoubleCheckedLock<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  package init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.recursiveLock()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.relaxed) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.relaxed) { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }
}

extension RelaxedDoubleCheckedLock {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    RelaxedDoubleCheckedLock<Other>.self
  }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "relaxed-double-checked-lock",
      idea: "as double-checked-lock-acquire, with a relaxed first load",
      risk: "the relaxed load may see the instance before its fields",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ],
      relaxableOrderings: [
        StrategyInfo.RelaxableOrdering(
          "instance.store(built, .releasing)", "release",
          why: "the load is relaxed, so no reader depends on what the store publishes")
      ])
  }
}
