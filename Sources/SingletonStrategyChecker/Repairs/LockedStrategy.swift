import SingletonStrategyKit

/// A strategy with one more lock, which every entry point of its class holds. Writes from outside do not hold it, because
/// they do not know of it, nor do the references that callers count.
struct LockedStrategy<S: Strategy>: Strategy {
  typealias B = S.B

  private let base: S
  private let lock: B.RecursiveLock

  static var info: StrategyInfo { S.info }
  static var traits: Traits { S.traits }

  init(_ cell: inout B.Cell) {
    base = S(&cell)
    lock = cell.recursiveLock()
  }

  private func whileLocked<R>(
    _ caller: B.Caller, _ body: () throws(Refusal) -> R
  ) throws(Refusal) -> R {
    try lock._whileHeld(by: caller, at: .unknown) {
      Result { () throws(Refusal) in try body() }
    }.get()
  }

  func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    try whileLocked(caller) { () throws(Refusal) in try base.shared(caller) }
  }
  func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    try whileLocked(caller) { () throws(Refusal) in try base.construct(caller) }
  }
  func constructChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    try whileLocked(caller) { () throws(Refusal) in try base.constructChild(caller) }
  }
  func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    try whileLocked(caller) { () throws(Refusal) in try base.sharedByChild(caller) }
  }
  func sharedByOldWork(_ caller: B.Caller) throws(Refusal) -> B.Instance? {
    try whileLocked(caller) { () throws(Refusal) in try base.sharedByOldWork(caller) }
  }
  func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? {
    lock._whileHeld(by: caller, at: .unknown) { base.copy(original, caller) }
  }
  func tearDown(_ caller: B.Caller) { lock._whileHeld(by: caller, at: .unknown) { base.tearDown(caller) } }
  func leave(_ caller: B.Caller) { lock._whileHeld(by: caller, at: .unknown) { base.leave(caller) } }

  func prepare(_ caller: B.Caller) { base.prepare(caller) }
  func overwrite(_ caller: B.Caller) { base.overwrite(caller) }
  func retain(_ instance: B.Instance, _ caller: B.Caller) { base.retain(instance, caller) }
  func release(_ instance: B.Instance, _ caller: B.Caller) { base.release(instance, caller) }
}

extension StrategyCheck {
  /// Returns the strategy with one more lock.
  func locked<S: Strategy<ModelBackend>>(_: S.Type) -> any Strategy<ModelBackend>.Type { LockedStrategy<S>.self }
}
