import SingletonCore
import SingletonStrategyKit

// Mutants of strategies that guard with a semaphore, hold weakly, have owners, or override the counting of references:
// `semaphore-guarded`, `weak-locked-read`, `scoped-owner`, `retain-count-overridden`.

extension BinarySemaphore {
  @inline(__always)
  fileprivate func whileHeld<R>(_ body: () -> R) -> R {
    _ = wait()
    defer { signal() }
    return body()
  }
}

/// Who waits for the thread that builds waits forever.
struct NotSignaled<B: Backend>: Mutant {
  private let lock: B.Semaphore
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load() { return found }
    _ = lock.wait()
    if instance.load() == nil {
      instance.store(caller.make())
      return instance.load()
    }
    lock.signal()
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { NotSignaled<O>.self }
  static var mutation: Mutation {
    Mutation(
      "not-signaled", of: "semaphore-guarded", "returns what it has built without signaling the semaphore",
      shownUnder: .sc, expects: [.firstAccess: .defect(.hang, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// The second thread enters after the look of the first and before its store.
struct SignaledBeforeBuilt<B: Backend>: Mutant {
  private let lock: B.Semaphore
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load() { return found }
    if let found = lock.whileHeld({ instance.load() }) { return found }
    instance.store(caller.make())
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SignaledBeforeBuilt<O>.self }
  static var mutation: Mutation {
    Mutation(
      "signaled-before-built", of: "semaphore-guarded", "signals after the second look, then builds",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// The last holder may drop the instance between the test and the load.
struct TestedThenLoaded<B: Backend>: Mutant {
  private let lock: B.Semaphore
  private let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.weakVariable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if !instance.isEmpty(caller) { return instance.load(caller) }
      let built = caller.make()
      instance.store(built)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { TestedThenLoaded<O>.self }
  static var traits: Traits { [.returnsRetained, .endsLives] }
  static var mutation: Mutation {
    Mutation(
      "tested-then-loaded", of: "weak-locked-read", "tests the weak variable, then loads it again",
      shownUnder: .sc, expects: [.firstAccess: .sound, .reacquire: .defect(.nilResults, may: [.liveMax])])
  }
}

/// The caller holds a reference that was given back.
struct NotRetained<B: Backend>: Mutant {
  private let lock: B.Semaphore
  private let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.weakVariable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if let found = instance.load(caller) {
        caller.release(found)
        return found
      }
      let built = caller.make()
      instance.store(built)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { NotRetained<O>.self }
  static var traits: Traits { [.returnsRetained, .endsLives] }
  static var mutation: Mutation {
    Mutation(
      "not-retained", of: "weak-locked-read", "releases what the weak load has retained for the caller",
      shownUnder: .sc, expects: [.firstAccess: .sound, .reacquire: .defect(.usedAfterDestroy, may: [.liveMax])])
  }
}

/// Between the load and the retain, the last holder drops the instance.
struct RetainedAfterUnlock<B: Backend>: Mutant {
  private let lock: B.Semaphore
  private let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.weakVariable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let (found, built) = lock.whileHeld { () -> (B.Instance?, B.Instance?) in
      if let found = instance.load(caller) {
        caller.release(found)
        return (found, nil)
      }
      let built = caller.make()
      instance.store(built)
      return (nil, built)
    }
    if let found { caller.retain(found) }
    return found ?? built
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RetainedAfterUnlock<O>.self }
  static var traits: Traits { [.returnsRetained, .endsLives] }
  static var mutation: Mutation {
    Mutation(
      "retained-after-unlock", of: "weak-locked-read", "retains what it has loaded after it has released the lock",
      shownUnder: .sc, expects: [.firstAccess: .sound, .reacquire: .defect(.usedAfterDestroy, may: [.liveMax])])
  }
}

/// The weak variable is stored a few instructions after the lock.
struct WeakStoredAfterUnlock<B: Backend>: Mutant {
  private let lock: B.Semaphore
  private let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.weakVariable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let (found, built) = lock.whileHeld { () -> (B.Instance?, B.Instance?) in
      if let found = instance.load(caller) { return (found, nil) }
      return (nil, caller.make())
    }
    if let built { instance.store(built) }
    return found ?? built
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WeakStoredAfterUnlock<O>.self }
  static var traits: Traits { [.returnsRetained, .endsLives] }
  static var mutation: Mutation {
    Mutation(
      "weak-stored-after-unlock", of: "weak-locked-read", "builds under the lock, and stores after it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// What each caller of a `scoped-owner` was passed.
private struct PassedInstances<B: Backend>: Sendable {
  private let passed: VariablePerCaller<B>

  init(_ cell: inout B.Cell) { passed = cell.variablePerCaller() }

  /// Passes an instance to every caller, for each of which `retain` is called.
  func pass(_ built: B.Instance, retain: () -> Void) {
    for index in 0..<passed.count {
      retain()
      passed[index].store(built)
    }
  }

  @inline(__always)
  func load(_ caller: B.Caller) -> B.Instance? { passed.of(caller).load() }
  func store(_ instance: B.Instance?, _ caller: B.Caller) { passed.of(caller).store(instance) }
}

/// No caller has the instance any more, and it does not end.
struct LeftWithoutRelease<B: Backend>: Mutant {
  private let passed: PassedInstances<B>

  init(_ cell: inout B.Cell) { passed = PassedInstances(&cell) }

  func prepare(_ caller: B.Caller) {
    let built = caller.make()
    passed.pass(built) { caller.retain(built) }
    caller.release(built)
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { passed.load(caller) }
  func tearDown(_ caller: B.Caller) { passed.store(caller.make(), caller) }
  func leave(_ caller: B.Caller) { passed.store(nil, caller) }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LeftWithoutRelease<O>.self }
  static var traits: Traits { [.prepares, .hasOwners, .livesPerOwner] }
  static var mutation: Mutation {
    Mutation(
      "left-without-release", of: "scoped-owner", "forgets the instance when a caller leaves, without releasing it",
      shownUnder: .sc, expects: [.firstAccess: .sound, .teardown: .defect(.leaked, leastThreads: 1)])
  }
}

/// The first caller that leaves ends what the others still have.
struct PassedUnretained<B: Backend>: Mutant {
  private let passed: PassedInstances<B>

  init(_ cell: inout B.Cell) { passed = PassedInstances(&cell) }

  func prepare(_ caller: B.Caller) { passed.pass(caller.make()) {} }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { passed.load(caller) }

  func tearDown(_ caller: B.Caller) {
    leave(caller)
    passed.store(caller.make(), caller)
  }

  func leave(_ caller: B.Caller) {
    guard let left = passed.load(caller) else { return }
    passed.store(nil, caller)
    caller.release(left)
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { PassedUnretained<O>.self }
  static var traits: Traits { [.prepares, .hasOwners, .livesPerOwner] }
  static var mutation: Mutation {
    Mutation(
      "passed-unretained", of: "scoped-owner", "passes one reference to all callers, without retaining it for each",
      shownUnder: .sc, expects: [.firstAccess: .sound, .teardown: .defect(.usedAfterDestroy)])
  }
}

/// A retain that does nothing and a release that counts: the first caller that drops the instance ends it.
struct ReleaseNotOverridden<B: Backend>: Mutant {
  private let once: B.OnceToken
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (once, instance) = (cell.onceToken(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, caller)) { instance, caller in instance.store(caller.make()) }
    return instance.load()
  }

  func retain(_ instance: B.Instance, _ caller: B.Caller) {}

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ReleaseNotOverridden<O>.self }
  static var mutation: Mutation {
    Mutation(
      "release-not-overridden", of: "retain-count-overridden", "overrides the retain, but not the release",
      shownUnder: .sc, expects: [.firstAccess: .sound, .overRelease: .defect(.usedAfterDestroy, leastThreads: 1)])
  }
}
