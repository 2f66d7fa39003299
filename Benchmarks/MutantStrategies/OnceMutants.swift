import SingletonCore
import SingletonStrategyKit

// Mutants of `once-token` and `pthread-once`: the token's body builds and stores, and every caller then loads.

/// The body has stored what it built, and its caller initializes that again.
struct InitializedAgain<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let built = once.run(with: (instance, caller)) { instance, caller in
      let built = caller.make()
      instance.store(built)
      return built
    }
    if let built { caller.initialize(built) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { InitializedAgain<O>.self }
  static var mutation: Mutation {
    Mutation(
      "initialized-again", of: "once-token", "runs the initializer in the token's body, and again after it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.reinits, leastThreads: 1, onWeakMemory: [.race])])
  }
}

/// The token publishes one instance, and every other stays behind.
struct BuiltBeforeToken<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let built = caller.make()
    once.run(with: (instance, built)) { instance, built in instance.store(built) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BuiltBeforeToken<O>.self }
  static var mutation: Mutation {
    Mutation(
      "built-before-token", of: "once-token", "builds before the token, whose body only stores",
      shownUnder: .sc,
      expects: [.firstAccess: .sound(may: [.inits]), .reacquire: .defect(.liveMax, leastThreads: 1)])
  }
}

/// The variable is stored a few instructions after the token lets the others go.
struct StoredAfterToken<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let built = once.run(with: caller, { $0.make() }) { instance.store(built) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { StoredAfterToken<O>.self }
  static var mutation: Mutation {
    Mutation(
      "stored-after-token", of: "once-token", "builds in the token's body, and stores after it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race])])
  }
}

/// Who waits for another thread's body has loaded before.
struct LoadedBeforeToken<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let found = instance.load()
    let built = once.run(with: (instance, caller)) { instance, caller in
      let built = caller.make()
      instance.store(built)
      return built
    }
    return built ?? found
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LoadedBeforeToken<O>.self }
  static var mutation: Mutation {
    Mutation(
      "loaded-before-token", of: "once-token", "loads the variable before it asks the token",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race])])
  }
}

/// Each token runs its body once, so there are two.
struct TwoTokens<B: Backend>: Mutant {
  private let onces: (even: B.OnceToken, odd: B.OnceToken)
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    onces = (cell.onceToken(), cell.onceToken())
    instance = cell.variable()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    (caller.index % 2 == 0 ? onces.even : onces.odd).run(with: (instance, caller)) { instance, caller in
      if instance.load() == nil { instance.store(caller.make()) }
    }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { TwoTokens<O>.self }
  static var mutation: Mutation {
    Mutation(
      "two-tokens", of: "once-token", "half of the threads ask another token, and each body looks before it builds",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// The token lets the others go while the initializer still runs.
struct InitializedAfterToken<B: Backend>: Mutant {
  private let once: B.PthreadOnce
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.pthreadOnce(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let allocated = once.run(with: (instance, caller)) { instance, caller in
      let allocated = caller.allocate()
      instance.store(allocated)
      return allocated
    }
    if let allocated { caller.initialize(allocated) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { InitializedAfterToken<O>.self }
  static var mutation: Mutation {
    Mutation(
      "initialized-after-token", of: "pthread-once",
      "allocates and stores in the token's body, and initializes after it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.halfBuilt, onWeakMemory: [.race])])
  }
}
