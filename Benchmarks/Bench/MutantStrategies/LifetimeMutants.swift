import SingletonCore
import SingletonStrategyKit

// Mutants of strategies that guard with a semaphore, hold weakly, or have owners.

extension BinarySemaphore {
  @inline(__always)
  fileprivate func whileHeld<R>(_ body: () -> R) -> R {
    _ = wait()
    defer { signal() }
    return body()
  }
}

/// `semaphore-guarded`: looks, waits, looks again, and builds.
struct SemaphoreHeld<B: Backend, C: SemaphoreChange>: Mutant {
  let semaphore: B.Semaphore
  let instance: Variable<B>

  init(_ cell: inout B.Cell) { (semaphore, instance) = (cell.semaphore(limit: nil), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load() { return found }
    return C.wait(self, caller)
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreHeld<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol SemaphoreChange: Change {
  /// Does what follows a first look that has found nothing.
  static func wait<B>(_ its: SemaphoreHeld<B, Self>, _ caller: B.Caller) -> B.Instance?
}

/// A thread that waits for the one that builds waits forever.
enum NotSignaled: SemaphoreChange {
  static let mutation = Mutation(
    "not-signaled", of: "semaphore-guarded", "returns what it has built without signaling the semaphore",
    expects: [.firstAccess: .defect(.hang, onWeakMemory: [.race, .halfBuilt])])

  static func wait<B>(_ its: SemaphoreHeld<B, Self>, _ caller: B.Caller) -> B.Instance? {
    _ = its.semaphore.wait()
    if its.instance.load() == nil {
      its.instance.store(caller.make())
      return its.instance.load()
    }
    its.semaphore.signal()
    return its.instance.load()
  }
}

/// The second thread enters after the look of the first and before its store.
enum SignaledBeforeBuilt: SemaphoreChange {
  static let mutation = Mutation(
    "signaled-before-built", of: "semaphore-guarded", "signals after the second look, then builds",
    expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])

  static func wait<B>(_ its: SemaphoreHeld<B, Self>, _ caller: B.Caller) -> B.Instance? {
    if let found = its.semaphore.whileHeld({ its.instance.load() }) { return found }
    its.instance.store(caller.make())
    return its.instance.load()
  }
}

/// `weak-locked-read`: loads a weak variable under a semaphore, or builds and stores there.
struct WeaklyHeld<B: Backend, C: WeakChange>: Mutant {
  let lock: B.Semaphore
  let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.semaphore(limit: nil), cell.weakVariable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { C.shared(self, caller) }

  @inline(__always)
  func build(_ caller: B.Caller) -> B.Instance {
    let built = caller.make()
    instance.store(built)
    return built
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WeaklyHeld<O, C>.self }
  static var traits: Traits { [.returnsRetained, .endsLives] }
  static var mutation: Mutation { C.mutation }
}

protocol WeakChange: Change {
  static func shared<B>(_ its: WeaklyHeld<B, Self>, _ caller: B.Caller) -> B.Instance?
}

/// The caller holds a reference that was given back.
enum NotRetained: WeakChange {
  static let mutation = Mutation(
    "not-retained", of: "weak-locked-read", "releases what the weak load has retained for the caller",
    expects: [.firstAccess: .sound, .reacquire: .defect(.usedAfterDestroy, may: [.liveMax])])

  static func shared<B>(_ its: WeaklyHeld<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.lock.whileHeld {
      guard let found = its.instance.load(caller) else { return its.build(caller) }
      caller.release(found)
      return found
    }
  }
}

/// Between the load and the retain, the last holder drops the instance.
enum RetainedAfterUnlock: WeakChange {
  static let mutation = Mutation(
    "retained-after-unlock", of: "weak-locked-read", "retains what it has loaded after it has released the lock",
    expects: [.firstAccess: .sound, .reacquire: .defect(.usedAfterDestroy, may: [.liveMax])])

  static func shared<B>(_ its: WeaklyHeld<B, Self>, _ caller: B.Caller) -> B.Instance? {
    let (found, built) = its.lock.whileHeld { () -> (B.Instance?, B.Instance?) in
      guard let found = its.instance.load(caller) else { return (nil, its.build(caller)) }
      caller.release(found)
      return (found, nil)
    }
    if let found { caller.retain(found) }
    return found ?? built
  }
}

/// The weak variable is stored a few instructions after the lock.
enum WeakStoredAfterUnlock: WeakChange {
  static let mutation = Mutation(
    "weak-stored-after-unlock", of: "weak-locked-read", "builds under the lock, and stores after it",
    expects: [.firstAccess: .defect(.instances)])

  static func shared<B>(_ its: WeaklyHeld<B, Self>, _ caller: B.Caller) -> B.Instance? {
    let (found, built) = its.lock.whileHeld { () -> (B.Instance?, B.Instance?) in
      if let found = its.instance.load(caller) { return (found, nil) }
      return (nil, caller.make())
    }
    if let built { its.instance.store(built) }
    return found ?? built
  }
}

/// `scoped-owner`: every caller was passed an instance before it begins, and drops it when it leaves.
struct Passed<B: Backend, C: PassedChange>: Mutant {
  let passed: VariablePerCaller<B>

  init(_ cell: inout B.Cell) { passed = cell.variablePerCaller() }

  func prepare(_ caller: B.Caller) {
    let built = caller.make()
    for index in 0..<passed.count {
      if C.retains { caller.retain(built) }
      passed[index].store(built)
    }
    if C.retains { caller.release(built) }
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { passed.of(caller).load() }

  func tearDown(_ caller: B.Caller) {
    leave(caller)
    passed.of(caller).store(caller.make())
  }

  func leave(_ caller: B.Caller) {
    guard let left = passed.of(caller).load() else { return }
    passed.of(caller).store(nil)
    if C.releases { caller.release(left) }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Passed<O, C>.self }
  static var traits: Traits { [.prepares, .hasOwners, .livesPerOwner] }
  static var mutation: Mutation { C.mutation }
}

protocol PassedChange: Change {
  static var retains: Bool { get }
  static var releases: Bool { get }
}

/// No caller has the instance any longer, but it does not end.
enum LeftWithoutRelease: PassedChange {
  static let mutation = Mutation(
    "left-without-release", of: "scoped-owner", "forgets the instance when a caller leaves, without releasing it",
    expects: [.firstAccess: .sound, .teardown: .defect(.leaked, leastThreads: 1)])

  static var retains: Bool { true }
  static var releases: Bool { false }
}

/// The first caller that leaves ends the instance that the other callers still have.
enum PassedUnretained: PassedChange {
  static let mutation = Mutation(
    "passed-unretained", of: "scoped-owner", "passes one reference to all callers, without retaining it for each",
    expects: [.firstAccess: .sound, .teardown: .defect(.usedAfterDestroy)])

  static var retains: Bool { false }
  static var releases: Bool { true }
}
