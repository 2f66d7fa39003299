package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Readers share a lock. Only a thread that finds no instance takes the lock exclusively, and it checks again.
///
/// What can go wrong: If an initializer calls the accessor again, the lock reports that this thread would wait for
/// itself. The strategy cannot continue then and ends the process. The lock of musl reports nothing, and waits forever.
///
/// What we expect: The accessor is sound.
///
/// Source: This form uses `pthread_rwlock_t`.
package struct ReaderWriterGuarded<B: Backend>: Strategy {
  private let lock: B.ReaderWriterLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.readerWriterLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    guard let found = lock.whileReading({ instance.load() }) else {
      caller.fail("reader-writer-lock: this thread holds the lock already\n")
    }
    return found ?? build(caller)
  }

  private func build(_ caller: B.Caller) -> B.Instance? {
    let built = lock.whileWriting {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
    guard let built else { caller.fail("reader-writer-lock: this thread holds the lock already\n") }
    return built
  }
}

extension ReaderWriterGuarded {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ReaderWriterGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "reader-writer-lock",
      idea: "pthread_rwlock: read under the shared lock, build under the exclusive one, which checks again",
      alsoKnownAs: ["pthread_rwlock", "pthread_rwlock_t", "rwlock", "read-write lock", "readers-writer lock"],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .reentry(of: .readerWriterLock),
      ],
      plain: PlainListing(RouteTableForm.self))
  }
}

private enum RouteTableForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> RouteTable? { RouteTable.shared }
  static func construct() -> RouteTable? { RouteTable() }
}
