import SingletonStrategyKit

/// A weak variable and the guarded initializer of its instance, as in `macro: V5 weak`.
///
/// The initializer skips its custom part if the shared instance is already of the same class.
struct GuardedWeakInstance<B: Backend>: Sendable {
  let variable: WeakVariable<B>
  private let initializerLock: LimitedSemaphore<B>

  @inline(__always)
  init(_ cell: inout B.Cell) {
    initializerLock = cell.limitedSemaphore()
    variable = cell.weakVariable()
  }

  /// Builds an instance and stores it. The caller must hold the accessor's lock.
  func build(_ caller: B.Caller) -> B.Instance {
    let built = caller.allocate()
    initialize(built, caller)
    variable.store(built)
    return built
  }

  func initialize(_ allocated: B.Instance, _ caller: B.Caller) {
    let existing = variable.load(caller)
    initializerLock.whileHeld(caller) {
      if existing.map(caller.class) != caller.class(of: allocated) {
        caller.initialize(allocated)
      }
    }
    if let existing { caller.release(existing) }
  }
}

extension GuardedWeakInstance: NamedParts {
  func parts(named name: String) -> KeyValuePairs<String, Any> {
    [name: variable, "initializerLock": initializerLock]
  }
}
