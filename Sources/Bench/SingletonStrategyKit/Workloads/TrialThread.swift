import SingletonCore

/// One thread in one trial of a strategy, in any backend.
///
/// The backend determines what is recorded about an access. The scenario determines the steps.
@usableFromInline package protocol TrialThread {
  associatedtype S: Strategy

  var strategy: S { get }
  var caller: S.B.Caller { get }
  /// The instance that `use`, `release`, and copies refer to: the result of the most recent access that was not a copy,
  /// or a result that was recalled after it. `nil` after a refusal.
  var instance: S.B.Instance? { get set }

  /// Examines and records the result of an access.
  ///
  /// - Parameters:
  ///   - result: The instance that the entry point returned.
  ///   - number: The number of the access.
  ///   - class: The class that was requested.
  ///   - holding: Whether the caller retains the instance.
  mutating func record(_ result: S.B.Instance?, ofAccess number: Int, of class: InstanceClass, holding: Bool)
  mutating func recordRefusal(ofAccess number: Int)
  /// Ends an action that is not an access but may have made instances.
  mutating func endAction()
  /// Uses an instance through a reference of the caller.
  func use(_ instance: S.B.Instance)
  /// Returns the result of an earlier access of this thread.
  func recall(_ number: Int) -> S.B.Instance?
  /// Checks that an instance that this thread has received is gone.
  func expectEnd(of instance: S.B.Instance)
  /// Makes the next initializers that this thread enters call an accessor. The accesses are numbered from 1.
  func beginReentry(_ call: Scenario.InitializerCall)
  /// Ends the effect of ``beginReentry(_:)``.
  func endReentry()
  /// Makes the next initializer that this thread enters throw.
  func beginFailure(_ failure: Scenario.InitializerFailure)
  /// Ends the effect of ``beginFailure(_:)`` if no initializer has thrown.
  func endFailure()
}

extension TrialThread {
  @inline(__always)
  @usableFromInline package mutating func perform(_ step: TrialPlan.Step) {
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
    case .leave:
      strategy.leave(caller)
      endAction()
    case .expectEnds:
      for number in 0..<step.number { if let gone = recall(number) { expectEnd(of: gone) } }
    }
  }

  @inline(__always)
  private mutating func access(_ entryPoint: Scenario.EntryPoint, _ number: Int, holding: Bool) {
    var asked = InstanceClass.parent
    do throws(Refusal) {
      switch entryPoint {
      case .accessor: instance = try strategy.shared(caller)
      case .childAccessor: (asked, instance) = (.child, try strategy.sharedByChild(caller))
      case .lateAccessor: instance = try strategy.sharedByOldWork(caller)
      case .failingAccessor(let failure):
        instance = askedFailing(failure)
        guard instance != nil else { return endAction() }
      case .construction: instance = try strategy.construct(caller)
      case .childConstruction: (asked, instance) = (.child, try strategy.constructChild(caller))
      case .copy, .mutableCopy:
        guard let instance else { return }
        return record(strategy.copy(instance, caller), ofAccess: number, of: .parent, holding: holding)
      }
    } catch {
      instance = nil
      return recordRefusal(ofAccess: number)
    }
    record(instance, ofAccess: number, of: asked, holding: holding)
  }

  /// Calls the accessor while the initializer throws. Returns `nil` if the caller gets no instance.
  ///
  /// It is inlined so that it is specialized, as ``reenter(from:_:_:)`` is.
  @inline(__always)
  private func askedFailing(_ failure: Scenario.InitializerFailure) -> S.B.Instance? {
    beginFailure(failure)
    defer { endFailure() }
    return try? strategy.shared(caller)
  }

  /// Performs the access of an initializer.
  ///
  /// It is inlined so that it is specialized.
  ///
  /// - Parameters:
  ///   - class: The class of the instance that is being initialized.
  ///   - number: The number of the access.
  @inline(__always)
  @usableFromInline package mutating func reenter(
    from class: InstanceClass, _ call: Scenario.InitializerCall, _ number: Int
  ) {
    switch (call, `class`) {
    case (.otherClass, .parent): access(.childAccessor, number, holding: false)
    case (.otherClass, .child), (.sameClass, _): access(.accessor, number, holding: false)
    }
  }

  /// Runs the steps of one phase.
  ///
  /// - Parameter call: The accessor calls of initializers. They are made here only if the strategy does not prepare
  ///   trials.
  @inline(__always)
  @usableFromInline package mutating func run(
    _ steps: UnsafeBufferPointer<TrialPlan.Step>, initializerCall call: Scenario.InitializerCall?
  ) {
    let call = S.traits.contains(.prepares) ? nil : call
    if let call { beginReentry(call) }
    for step in steps { perform(step) }
    if call != nil { endReentry() }
  }

  /// Prepares the trial before any of its threads exists.
  ///
  /// - Parameter call: The accessor calls of initializers. They are made here only if the strategy prepares trials.
  @inline(__always)
  @usableFromInline package mutating func prepare(initializerCall call: Scenario.InitializerCall?) {
    let call = S.traits.contains(.prepares) ? call : nil
    if let call { beginReentry(call) }
    strategy.prepare(caller)
    endAction()
    if call != nil { endReentry() }
  }
}
