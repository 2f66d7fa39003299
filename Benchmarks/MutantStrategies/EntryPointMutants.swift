import SingletonCore
import SingletonStrategyKit

// Mutants whose accessor is right, and whose copies, constructions, or children are not: of `once-token-alloc`,
// `init-guarded`, and `per-class-once`.

/// A copy is a second instance.
struct CopyBuilds<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, caller)) { instance, caller in instance.store(caller.make()) }
    return instance.load()
  }

  func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { caller.make() }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { CopyBuilds<O>.self }
  static var traits: Traits { [.mutableCopies] }
  static var mutation: Mutation {
    Mutation(
      "copy-builds", of: "once-token-alloc", "builds an instance for a copy",
      shownUnder: .sc, expects: [.firstAccess: .sound, .copy: .defect(.instances, leastThreads: 1)])
  }
}

/// Allocation is intercepted, and the initializer runs on the finished instance.
struct InitializerUnguarded<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, caller)) { instance, caller in instance.store(caller.make()) }
    return instance.load()
  }

  func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { InitializerUnguarded<O>.self }
  static var mutation: Mutation {
    Mutation(
      "initializer-unguarded", of: "init-guarded", "runs the initializer's custom part in every construction",
      shownUnder: .sc,
      expects: [.firstAccess: .sound, .mixedConstruction: .defect(.reinits, onWeakMemory: [.race])])
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
    once.run(with: (instances[receiver], receiver, caller)) { instance, receiver, caller in
      instance.store(caller.make(receiver))
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
      shownUnder: .sc, expects: [.firstAccess: .sound, .subclass: .defect(.nilResults)])
  }
}

/// The child's token builds an instance of the parent.
struct ParentForChild<B: Backend>: Mutant {
  private let onces: PerClass<B.OnceToken>
  private let instances: PerClass<Variable<B>>

  init(_ cell: inout B.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    onces[receiver].run(with: (instances[receiver], caller)) { instance, caller in instance.store(caller.make()) }
    return instances[receiver].load()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ParentForChild<O>.self }
  static var mutation: Mutation {
    Mutation(
      "parent-for-child", of: "per-class-once", "builds the parent's class for either class",
      shownUnder: .sc, expects: [.firstAccess: .sound, .subclass: .defect(.wrongClass, may: [.inits])])
  }
}
