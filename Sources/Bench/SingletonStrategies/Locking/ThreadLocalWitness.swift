package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Each thread has a flag that says "I have held the lock and seen the instance". Only a thread without the flag
/// takes the lock.
///
/// What can go wrong: Nothing goes wrong in the accessor: a thread may read without the lock what it has once seen
/// under the lock.
///
/// What we expect: The accessor is sound and free of data races, although the later reads are plain.
///
/// Source: This is the repair of double-checked locking that needs no ordered variable.
package struct ThreadLocalWitness<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>
  private let witnesses: FlagPerCaller<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
    witnesses = cell.flagPerCaller()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    let witness = witnesses.of(caller)
    if witness.isSet() { return instance.load() }
    return lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      witness.set()
      return instance.load()
    }
  }
}

extension ThreadLocalWitness {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ThreadLocalWitness<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "thread-local-witness",
      idea: "a flag per thread says that it has seen the instance; otherwise a mutex",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        // A nested access takes the slow path, which locks a mutex as the mutex strategy does.
        .reentrant: .trap,
      ],
      plain: PlainListing(UnitTableForm.self))
  }
}

private enum UnitTableForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> UnitTable? { UnitTable.shared }
  static func construct() -> UnitTable? { UnitTable() }
}
