import SingletonCore
import SingletonStrategyKit

// Mutants of `spin-flag`, which has three states: empty, building, ready.

/// The state of a `spin-flag`, and its variable.
private struct SpinState<B: Backend>: Sendable {
  let state: B.AtomicMemory
  let instance: Variable<B>

  init(_ cell: inout B.Cell) { (state, instance) = (cell.atomicMemory(), cell.variable()) }

  var empty: UInt { 0 }
  var building: UInt { 1 }
  var ready: UInt { 2 }

  /// Returns whether this thread has to build.
  @inline(__always)
  func claim() -> Bool {
    state.compareExchange(expected: empty, desired: building, success: .acquiring, failure: .relaxed)
  }
}

/// Who sees `ready` finds the variable empty.
struct ReadyBeforeStored<B: Backend>: Mutant {
  private let spin: SpinState<B>

  init(_ cell: inout B.Cell) { spin = SpinState(&cell) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if spin.state.load(.acquiring) == spin.ready { return spin.instance.load() }
    if spin.claim() {
      let built = caller.make()
      spin.state.store(spin.ready, .releasing)
      spin.instance.store(built)
    } else {
      spin.state.wait(until: spin.ready, .acquiring)
    }
    return spin.instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ReadyBeforeStored<O>.self }
  static var mutation: Mutation {
    Mutation(
      "ready-before-stored", of: "spin-flag", "says that it is ready, then stores the instance",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race])])
  }
}

/// The two threads that see `empty` both write `building`.
struct ClaimedByStore<B: Backend>: Mutant {
  private let spin: SpinState<B>

  init(_ cell: inout B.Cell) { spin = SpinState(&cell) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let found = spin.state.load(.acquiring)
    if found == spin.ready { return spin.instance.load() }
    if found == spin.empty {
      spin.state.store(spin.building, .relaxed)
      spin.instance.store(caller.make())
      spin.state.store(spin.ready, .releasing)
    } else {
      spin.state.wait(until: spin.ready, .acquiring)
    }
    return spin.instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ClaimedByStore<O>.self }
  static var mutation: Mutation {
    Mutation(
      "claimed-by-store", of: "spin-flag", "claims the building by a load and a store",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

struct WaitDropped<B: Backend>: Mutant {
  private let spin: SpinState<B>

  init(_ cell: inout B.Cell) { spin = SpinState(&cell) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if spin.state.load(.acquiring) == spin.ready { return spin.instance.load() }
    if spin.claim() {
      spin.instance.store(caller.make())
      spin.state.store(spin.ready, .releasing)
    }
    return spin.instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WaitDropped<O>.self }
  static var mutation: Mutation {
    Mutation(
      "wait-dropped", of: "spin-flag", "does not wait for the thread that builds",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race, .halfBuilt])])
  }
}

struct RelaxedReady<B: Backend>: Mutant {
  private let spin: SpinState<B>

  init(_ cell: inout B.Cell) { spin = SpinState(&cell) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if spin.state.load(.acquiring) == spin.ready { return spin.instance.load() }
    if spin.claim() {
      spin.instance.store(caller.make())
      spin.state.store(spin.ready, .relaxed)
    } else {
      spin.state.wait(until: spin.ready, .acquiring)
    }
    return spin.instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedReady<O>.self }
  static var mutation: Mutation {
    Mutation(
      "relaxed-ready", of: "spin-flag", "says that it is ready by a relaxed store",
      shownUnder: .rc11WithDependencies,
      expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt, .nilResults])])
  }
}

struct RelaxedLook<B: Backend>: Mutant {
  private let spin: SpinState<B>

  init(_ cell: inout B.Cell) { spin = SpinState(&cell) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if spin.state.load(.relaxed) == spin.ready { return spin.instance.load() }
    if spin.claim() {
      spin.instance.store(caller.make())
      spin.state.store(spin.ready, .releasing)
    } else {
      spin.state.wait(until: spin.ready, .acquiring)
    }
    return spin.instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedLook<O>.self }
  static var mutation: Mutation {
    Mutation(
      "relaxed-look", of: "spin-flag", "looks for `ready` by a relaxed load",
      shownUnder: .rc11WithDependencies,
      expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt, .nilResults])])
  }
}

/// Nothing changes: who begins to build reads nothing that another thread has published.
struct RelaxedClaim<B: Backend>: Mutant {
  private let spin: SpinState<B>

  init(_ cell: inout B.Cell) { spin = SpinState(&cell) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if spin.state.load(.acquiring) == spin.ready { return spin.instance.load() }
    let isFirst = spin.state.compareExchange(
      expected: spin.empty, desired: spin.building, success: .relaxed, failure: .relaxed)
    if isFirst {
      spin.instance.store(caller.make())
      spin.state.store(spin.ready, .releasing)
    } else {
      spin.state.wait(until: spin.ready, .acquiring)
    }
    return spin.instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedClaim<O>.self }
  static var mutation: Mutation {
    Mutation(
      "relaxed-claim", of: "spin-flag", "claims the building by a relaxed exchange",
      shownUnder: nil, expects: [.firstAccess: .sound])
  }
}
