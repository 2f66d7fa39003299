package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: One word has three states: empty, building and ready. The thread that changes it from empty to building builds
/// the instance, and the other threads spin until it is ready.
///
/// What can go wrong: While the building thread is not running, all other threads spin in vain. An initializer that
/// calls the accessor again spins forever. If the initializer throws, the word stays at building, and every later
/// caller spins forever.
///
/// What we expect: The accessor is sound.
///
/// Source: This is a once token written by hand.
package struct SpinFlag<B: Backend>: Strategy {
  private let state: B.AtomicMemory
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    state = cell.atomicMemory()
    instance = cell.variable()
  }

  private var empty: UInt { 0 }
  private var building: UInt { 1 }
  private var ready: UInt { 2 }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if state.load(.acquiring) == ready { return instance.load() }
    if state.compareExchange(expected: empty, desired: building, success: .acquiring, failure: .relaxed) {
      guard let built = try? caller.makeOrThrow() else { return nil }
      instance.store(built)
      state.store(ready, .releasing)
    } else {
      state.wait(until: ready, .acquiring)
    }
    return instance.load()
  }
}

extension SpinFlag {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SpinFlag<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "spin-flag",
      idea: "three states: empty, building, ready; waiters spin",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .hang,
        .failing: .hang,
      ],
      plain: PlainListing(RandomSourceForm.self),
      relaxableOrderings: [
        StrategyInfo.RelaxableOrdering(
          "compareExchange", "acquire",
          why: "the thread that begins to build reads nothing that another thread has published")
      ])
  }
}

private enum RandomSourceForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> RandomSource? { RandomSource.shared }
  static func construct() -> RandomSource? { RandomSource() }
}
