/// A weak variable and the guarded initialiser of what it holds, as 000 V5 has them: the custom part is skipped where the
/// shared instance is of the same class already.
struct GuardedWeakInstance<W: World>: Sendable {
  let variable: WeakVariable<W>
  private let initialiserLock: LimitedSemaphore<W>

  @inline(__always)
  init(_ cell: inout W.Cell) {
    initialiserLock = cell.limitedSemaphore()
    variable = cell.weakVariable()
  }

  /// For a caller that holds the lock of the accessor.
  func build(_ caller: W.Caller) -> W.Instance {
    let built = caller.allocate()
    initialise(built, caller)
    variable.store(built)
    return built
  }

  func initialise(_ allocated: W.Instance, _ caller: W.Caller) {
    let existing = variable.load(caller)
    initialiserLock.whileHeld(caller) {
      if existing.map(caller.class) != caller.class(of: allocated) {
        caller.initialise(allocated)
      }
    }
    if let existing { caller.release(existing) }
  }
}
