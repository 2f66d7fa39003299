package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor reads the variable first without a lock; then it checks again, builds and stores under a
/// semaphore. The initializer has its own semaphore, and skips its custom part if the shared instance is already of the
/// same class.
///
/// What can go wrong: The first read is a plain read, as in double-checked locking. An initializer that calls the
/// accessor waits for itself until the semaphore's limit.
///
/// What we expect: A run on an x86-64 processor, which does not reorder two stores, shows no defect, including
/// construction. On weaker memory, or after a compiler that reorders them, an instance can be handed out half-built.
///
/// Source: This is `macro: V5`. In the document, once tokens create the semaphores; here, they exist before the callers
/// do. The assertion at the limit fails in a process in which no caller catches its exception.
package struct SemaphoreGuarded<B: Backend>: Strategy {
  private let lock: LimitedSemaphore<B>
  private let initializerLock: LimitedSemaphore<B>
  private let instance: Variable<B>
  /// The effect of a wait that takes too long.
  private let limit: FailedAssertion

  package init(_ cell: inout B.Cell) { self.init(&cell, atLimit: .stopsProcess) }

  init(_ cell: inout B.Cell, atLimit limit: FailedAssertion) {
    self.limit = limit
    lock = cell.limitedSemaphore()
    initializerLock = cell.limitedSemaphore()
    instance = cell.variable()
  }

  /// Returns the shared instance. `receiver` is the class that is asked, and the class that is built.
  @inline(__always)
  func shared(_ receiver: InstanceClass, _ caller: B.Caller) throws(Refusal) -> B.Instance? {
    if let found = instance.load() { return found }
    return try build(receiver, caller)
  }

  /// Builds the instance under the semaphore. It is not inlined, so that the fast path stays a single read.
  @inline(never)
  private func build(_ receiver: InstanceClass, _ caller: B.Caller) throws(Refusal) -> B.Instance? {
    try lock.whileHeld(caller, orElse: limit) { () throws(Refusal) in
      if let found = instance.load() { return found }
      let built = caller.allocate(receiver)
      try initialize(built, caller)
      instance.store(built)
      return built
    }
  }

  /// Runs the custom part, which only the parent has, unless the shared instance is already of the same class.
  private func initialize(_ allocated: B.Instance, _ caller: B.Caller) throws(Refusal) {
    let existing = instance.load()
    _ = try initializerLock.whileHeld(caller, orElse: limit) { () throws(Refusal) in
      let isOfOtherClass = existing.map(caller.class) != caller.class(of: allocated)
      if isOfOtherClass && caller.class(of: allocated) == .parent {
        caller.initialize(allocated)
        try caller.rethrowRefusal()
      }
    }
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try shared(.parent, caller) }

  package func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    guard let allocated = try shared(caller) else { return nil }
    try initialize(allocated, caller)
    return allocated
  }

  /// Allocates and initializes a child that has no guard: allocation is intercepted only for the guarded
  /// class, and so is the custom part.
  package func constructChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    let allocated = caller.allocate(.child)
    try initialize(allocated, caller)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }

  /// Clears the variable, for the variant with a teardown, under the same semaphore as the accessor's second check.
  func clear(_ caller: B.Caller) {
    lock.whileHeld(caller) {
      guard let old = instance.load() else { return }
      instance.store(nil)
      caller.release(old)
    }
  }
}

extension SemaphoreGuarded {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreGuarded<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded",
      idea: "plain read, semaphore with a limit, second read, build, store; the initializer is guarded too",
      alsoKnownAs: ["DispatchSemaphore", "dispatch_semaphore_create", "dispatch_semaphore_wait", "semaphore"],
      citations: [Citation(.macro, "V5"), Citation(.macro, "V5 limit")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .copy: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
      ],
      plain: PlainListing(MailServiceForm.self),
      relatedFiles: ["SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum MailServiceForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .copy]

  static func shared() -> MailService? { MailService.shared }
  static func construct() -> MailService? { MailService.make() }
  static func copy(_ original: MailService) -> MailService? { original.copy() }
}
