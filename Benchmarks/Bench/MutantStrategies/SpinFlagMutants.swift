import SingletonCore
import SingletonStrategyKit

/// `spin-flag`, which has three states: looks, claims the building, builds and says that it is ready, or waits.
struct Spinning<B: Backend, C: SpinChange>: Mutant {
  let state: B.AtomicMemory
  let instance: Variable<B>

  init(_ cell: inout B.Cell) { (state, instance) = (cell.atomicMemory(), cell.variable()) }

  static var empty: UInt { 0 }
  static var building: UInt { 1 }
  static var ready: UInt { 2 }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if state.load(C.look) == Self.ready { return instance.load() }
    if C.claim(self) { C.build(self, caller) } else { C.wait(self) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Spinning<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol SpinChange: Change {
  static var look: LoadOrdering { get }
  static var exchange: UpdateOrdering { get }
  static var readiness: StoreOrdering { get }
  static func build<B>(_ its: Spinning<B, Self>, _ caller: B.Caller)
  static func wait<B>(_ its: Spinning<B, Self>)
}

extension SpinChange {
  static var look: LoadOrdering { .acquiring }
  static var exchange: UpdateOrdering { .acquiring }
  static var readiness: StoreOrdering { .releasing }

  /// Returns whether this thread has to build.
  static func claim<B>(_ its: Spinning<B, Self>) -> Bool {
    its.state.compareExchange(
      expected: Spinning<B, Self>.empty, desired: Spinning<B, Self>.building, success: exchange, failure: .relaxed)
  }

  static func build<B>(_ its: Spinning<B, Self>, _ caller: B.Caller) {
    its.instance.store(caller.make())
    its.state.store(Spinning<B, Self>.ready, readiness)
  }

  static func wait<B>(_ its: Spinning<B, Self>) { its.state.wait(until: Spinning<B, Self>.ready, .acquiring) }
}

/// A thread that sees `ready` finds the variable empty.
enum ReadyBeforeStored: SpinChange {
  static let mutation = Mutation(
    "ready-before-stored", of: "spin-flag", "says that it is ready, then stores the instance",
    expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race])])

  static func build<B>(_ its: Spinning<B, Self>, _ caller: B.Caller) {
    let built = caller.make()
    its.state.store(Spinning<B, Self>.ready, .releasing)
    its.instance.store(built)
  }
}

enum WaitDropped: SpinChange {
  static let mutation = Mutation(
    "wait-dropped", of: "spin-flag", "does not wait for the thread that builds",
    expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race, .halfBuilt])])

  static func wait<B>(_ its: Spinning<B, Self>) {}
}

enum RelaxedReady: SpinChange {
  static let mutation = Mutation(
    "relaxed-ready", of: "spin-flag", "says that it is ready by a relaxed store", shownUnder: .arm,
    expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt, .nilResults])])

  static var readiness: StoreOrdering { .relaxed }
}

enum RelaxedLook: SpinChange {
  static let mutation = Mutation(
    "relaxed-look", of: "spin-flag", "looks for `ready` by a relaxed load", shownUnder: .arm,
    expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt, .nilResults])])

  static var look: LoadOrdering { .relaxed }
}

/// Nothing changes: a thread that begins to build reads nothing that another thread has published.
enum RelaxedClaim: SpinChange {
  static let mutation = Mutation(
    "relaxed-claim", of: "spin-flag", "claims the building by a relaxed exchange", shownUnder: nil,
    expects: [.firstAccess: .sound])

  static var exchange: UpdateOrdering { .relaxed }
}
