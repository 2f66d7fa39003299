import Core

/// One thread of one trial of a strategy, in either backend.
///
/// The backend determines what is recorded of an access, and the scenario determines the steps.
public protocol TrialThread {
  associatedtype S: Strategy

  var strategy: S { get }
  var caller: S.B.Caller { get }
  /// The result of the last access that was not a copy, or the one that was recalled since; `nil` after a refusal.
  /// `use`, `release` and copies refer to it.
  var instance: S.B.Instance? { get set }

  /// Examines and records the result of an access.
  ///
  /// - Parameters:
  ///   - result: The instance that the entry point returned.
  ///   - number: The number of the access.
  ///   - class: The class that was asked for.
  ///   - holding: Whether the caller retains the instance.
  mutating func record(_ result: S.B.Instance?, ofAccess number: Int, of class: InstanceClass, holding: Bool)
  /// Records that an access was refused.
  mutating func recordRefusal(ofAccess number: Int)
  /// Ends an action that may have made instances outside any access.
  mutating func endAction()
  /// Uses an instance through a reference that the caller holds.
  func use(_ instance: S.B.Instance)
  /// Returns the result of an earlier access of this thread.
  func recall(_ number: Int) -> S.B.Instance?
  /// Makes the next initializer that this thread enters call the accessor, as access 1.
  func beginReentry()
  /// Ends the effect of ``beginReentry()``.
  func endReentry()
}

extension TrialThread {
  @inline(__always)
  public mutating func perform(_ step: TrialPlan.Step) {
    switch step.action {
    case .access(let entryPoint, let holding): access(entryPoint, step.number, holding: holding)
    case .use: if let instance { use(instance) }
    case .release: if let instance { strategy.release(instance, caller) }
    case .recall(let number): instance = recall(number)
    case .tearDown:
      strategy.tearDown(caller)
      endAction()
    case .overwrite:
      strategy.overwrite(caller)
      endAction()
    }
  }

  @inline(__always)
  private mutating func access(_ entryPoint: Scenario.EntryPoint, _ number: Int, holding: Bool) {
    let result: S.B.Instance?
    do throws(Refusal) {
      switch entryPoint {
      case .accessor: result = strategy.shared(caller)
      case .childAccessor: result = try strategy.sharedByChild(caller)
      case .lateAccessor: result = strategy.sharedByOldWork(caller)
      case .construction: result = try strategy.construct(caller)
      case .copy, .mutableCopy:
        guard let instance else { return }
        result = strategy.copy(instance, caller)
      }
    } catch {
      instance = nil
      return recordRefusal(ofAccess: number)
    }
    if entryPoint != .copy && entryPoint != .mutableCopy { instance = result }
    record(result, ofAccess: number, of: entryPoint == .childAccessor ? .child : .parent, holding: holding)
  }

  /// Runs the steps of one phase.
  ///
  /// - Parameter reenters: Whether the first initializer calls the accessor. It does so here only if the strategy does
  ///   not prepare trials.
  @inline(__always)
  public mutating func run(_ steps: UnsafeBufferPointer<TrialPlan.Step>, reenters: Bool) {
    let reenters = reenters && !S.traits.contains(.prepares)
    if reenters { beginReentry() }
    for step in steps { perform(step) }
    if reenters { endReentry() }
  }

  /// Prepares the trial before any of its threads exists.
  ///
  /// - Parameter reenters: Whether the first initializer calls the accessor. It does so here only if the strategy
  ///   prepares trials.
  @inline(__always)
  public mutating func prepare(reenters: Bool) {
    let reenters = reenters && S.traits.contains(.prepares)
    if reenters { beginReentry() }
    strategy.prepare(caller)
    endAction()
    if reenters { endReentry() }
  }
}
