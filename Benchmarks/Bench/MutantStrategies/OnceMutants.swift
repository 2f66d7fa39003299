import SingletonCore
import SingletonStrategyKit

/// `once-token`, and what is built on it: the token's body builds and stores, and every caller then loads.
struct Once<B: Backend, C: OnceChange>: Mutant {
  let once: B.OnceToken
  let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { C.shared(self, caller) }
  func retain(_ instance: B.Instance, _ caller: B.Caller) { if C.retains { caller.retain(instance) } }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Once<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol OnceChange: Change {
  static var retains: Bool { get }
  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance?
}

extension OnceChange {
  static var retains: Bool { true }

  static func shared<B>(_ its: Once<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.once.run(with: (its.instance, caller)) { instance, caller in instance.store(caller.make()) }
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

/// A retain that does nothing and a release that counts: the first caller that drops the instance ends it.
enum ReleaseNotOverridden: OnceChange {
  static let mutation = Mutation(
    "release-not-overridden", of: "retain-count-overridden", "overrides the retain, but not the release",
    expects: [.firstAccess: .sound, .overRelease: .defect(.usedAfterDestroy, leastThreads: 1)])

  static var retains: Bool { false }
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

/// The second of two classes finds the token used, and its own variable empty.
struct TokenForBothClasses<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instances: PerClass<Variable<B>>

  init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    once.run(with: (instances[receiver], receiver, caller)) { instance, built, caller in
      instance.store(caller.make(built))
    }
    return instances[receiver].load()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { TokenForBothClasses<O>.self }
  static var mutation: Mutation {
    Mutation(
      "token-for-both-classes", of: "per-class-once", "has a variable for each class, but one token for both",
      expects: [.firstAccess: .sound, .subclass: .defect(.nilResults)])
  }
}
