import SingletonCore
import SingletonStrategyKit

/// `once-token`, and what is built on it: the token's body builds and stores, and every caller then loads.
struct Once<B: Backend, C: OnceChange>: Mutant {
  let once: B.OnceToken
  let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { C.shared(self, caller) }
  func construct(_ caller: B.Caller) -> B.Instance? { C.construct(self, caller) }
  func retain(_ instance: B.Instance, _ caller: B.Caller) { if C.retains { caller.retain(instance) } }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Once<O, C>.self }
  static var traits: Traits { C.traits }
  static var mutation: Mutation { C.mutation }
}

protocol OnceChange: Change {
  static var traits: Traits { get }
  static var retains: Bool { get }
  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance?
  static func construct<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance?
}

extension OnceChange {
  static var traits: Traits { [] }
  static var retains: Bool { true }

  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.once.run(with: (its.instance, caller)) { instance, caller in instance.store(caller.make()) }
    return its.instance.load()
  }

  static func construct<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? { caller.make() }
}

/// The body has stored what it built, and its caller initializes that again.
enum InitializedAgain: OnceChange {
  static let mutation = Mutation(
    "initialized-again", of: "once-token", "runs the initializer in the token's body, and again after it",
    expects: [.firstAccess: .defect(.reinits, leastThreads: 1, onWeakMemory: [.race])])

  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    let built = its.once.run(with: (its.instance, caller)) { instance, caller in
      let built = caller.make()
      instance.store(built)
      return built
    }
    if let built { caller.initialize(built) }
    return its.instance.load()
  }
}

/// The token publishes one instance, and every other stays behind.
enum BuiltBeforeToken: OnceChange {
  static let mutation = Mutation(
    "built-before-token", of: "once-token", "builds before the token, whose body only stores",
    expects: [.firstAccess: .sound(may: [.inits]), .reacquire: .defect(.liveMax, leastThreads: 1)])

  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.once.run(with: (its.instance, caller.make())) { instance, built in instance.store(built) }
    return its.instance.load()
  }
}

/// The variable is stored a few instructions after the token lets the other threads go.
enum StoredAfterToken: OnceChange {
  static let mutation = Mutation(
    "stored-after-token", of: "once-token", "builds in the token's body, and stores after it",
    expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race])])

  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    if let built = its.once.run(with: caller, { $0.make() }) { its.instance.store(built) }
    return its.instance.load()
  }
}

/// A thread that waits for another thread's body has loaded before.
enum LoadedBeforeToken: OnceChange {
  static let mutation = Mutation(
    "loaded-before-token", of: "once-token", "loads the variable before it asks the token",
    expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race])])

  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    let found = its.instance.load()
    let built = its.once.run(with: (its.instance, caller)) { instance, caller in
      let built = caller.make()
      instance.store(built)
      return built
    }
    return built ?? found
  }
}

/// A copy is a second instance.
enum CopyBuilds: OnceChange {
  static let mutation = Mutation(
    "copy-builds", of: "once-token-alloc", "builds an instance for a copy",
    expects: [.firstAccess: .sound, .copy: .defect(.instances, leastThreads: 1)])

  static var traits: Traits { [.mutableCopies] }
}

/// Allocation is intercepted, and the initializer runs on the finished instance.
enum InitializerUnguarded: OnceChange {
  static let mutation = Mutation(
    "initializer-unguarded", of: "init-guarded", "runs the initializer's custom part in every construction",
    expects: [.firstAccess: .sound, .mixedConstruction: .defect(.reinits, onWeakMemory: [.race])])

  static func construct<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = its.shared(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }
}

/// A retain that does nothing and a release that counts: the first caller that drops the instance ends it.
enum ReleaseNotOverridden: OnceChange {
  static let mutation = Mutation(
    "release-not-overridden", of: "retain-count-overridden", "overrides the retain, but not the release",
    expects: [.firstAccess: .sound, .overRelease: .defect(.usedAfterDestroy, leastThreads: 1)])

  static var retains: Bool { false }
}

/// Each token runs its body once, so there are two.
struct TwoTokens<B: Backend>: Mutant {
  private let onces: (even: B.OnceToken, odd: B.OnceToken)
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (onces, instance) = ((cell.onceToken(), cell.onceToken()), cell.variable()) }

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
      expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// The token lets the other threads go while the initializer still runs.
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
      expects: [.firstAccess: .defect(.halfBuilt, onWeakMemory: [.race])])
  }
}

/// `per-class-once`: each class has a token and a variable.
struct OncePerClass<B: Backend, C: OncePerClassChange>: Mutant {
  private let onces: PerClass<B.OnceToken>
  private let instances: PerClass<Variable<B>>

  init(_ cell: inout B.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    onces[C.token(of: receiver)].run(with: (instances[receiver], C.built(for: receiver), caller)) {
      instance, built, caller in instance.store(caller.make(built))
    }
    return instances[receiver].load()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OncePerClass<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol OncePerClassChange: Change {
  static func token(of receiver: InstanceClass) -> InstanceClass
  static func built(for receiver: InstanceClass) -> InstanceClass
}

extension OncePerClassChange {
  static func token(of receiver: InstanceClass) -> InstanceClass { receiver }
  static func built(for receiver: InstanceClass) -> InstanceClass { receiver }
}

/// The second of two classes finds the token used, and its own variable empty.
enum TokenForBothClasses: OncePerClassChange {
  static let mutation = Mutation(
    "token-for-both-classes", of: "per-class-once", "has a variable for each class, but one token for both",
    expects: [.firstAccess: .sound, .subclass: .defect(.nilResults)])

  static func token(of receiver: InstanceClass) -> InstanceClass { .parent }
}

/// The child's token builds an instance of the parent.
enum ParentForChild: OncePerClassChange {
  static let mutation = Mutation(
    "parent-for-child", of: "per-class-once", "builds the parent's class for either class",
    expects: [.firstAccess: .sound, .subclass: .defect(.wrongClass, may: [.inits])])

  static func built(for receiver: InstanceClass) -> InstanceClass { .parent }
}
