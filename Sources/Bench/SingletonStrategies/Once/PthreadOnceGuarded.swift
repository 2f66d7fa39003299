package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The system's own once protects building and storing.
///
/// What can go wrong: An initializer that calls the accessor again waits for itself forever. On Apple's systems it ends
/// in a trap instead.
///
/// What we expect: The accessor is sound.
///
/// Source: This form uses `pthread_once`.
package struct PthreadOnceGuarded<B: Backend>: Strategy {
  private let once: B.PthreadOnce
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.pthreadOnce()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, caller)) { instance, caller in
      instance.store(caller.make())
    }
    return instance.load()
  }
}

extension PthreadOnceGuarded {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { PthreadOnceGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "pthread-once",
      idea: "pthread_once runs building and storing",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .reentry(of: .pthreadOnce),
      ],
      plain: PlainListing(LocaleTableForm.self))
  }
}

private enum LocaleTableForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> LocaleTable? { LocaleTable.shared }
  static func construct() -> LocaleTable? { LocaleTable() }
}
