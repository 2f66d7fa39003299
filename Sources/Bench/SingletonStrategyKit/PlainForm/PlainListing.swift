import SingletonCore

/// How a strategy's listing is raced, or why it is not.
public struct PlainListing: Sendable {
  /// The form, or `nil` if the listing is not raced.
  package let form: (any PlainForm.Type)?
  /// The form to race, given the strategy's declarations. It is a closure, because a child process needs the form of
  /// only one strategy.
  private let race: (@Sendable (_ declared: [StrategyInfo.Declaration]) -> RacedForm)?
  /// The reason why the listing is not raced, in one sentence, or `nil` if it is raced.
  package let reason: String?
  /// Where and why the listing's outcome may differ from the strategy's declarations. It is a closure, because a child
  /// process does not need it.
  private let differences: @Sendable () -> [(term: String, meaning: String)]

  /// Creates the listing of a plain form.
  ///
  /// Call this initializer in the module that defines the form, where the compiler can specialize the loops that call
  /// it.
  @usableFromInline package init<P: PlainForm>(_ form: P.Type) {
    self.init(form, timing: { TimingLoops(plain: form) })
  }

  /// - Parameter timing: Returns the timed loops, the only part that must be specialized.
  private init<P: PlainForm>(_ form: P.Type, timing: @escaping @Sendable () -> TimingLoops) {
    reason = nil
    differences = {
      (form.mayCrash.map { [("may crash", $0)] } ?? [])
        + form.differences.map { ($0.scenario.id, "\($0.expectation): \($0.why)") }
    }
    self.form = form
    race = { declared in
      RacedForm(
        traits: PlainStrategy<P>.traits, declarations: declared.compactMap { $0.ofListing(form) },
        workload: { Workload(plain: form, $0, timing: timing()) })
    }
  }

  private init(reason: String) {
    form = nil
    race = nil
    self.reason = reason
    differences = { [("not raced", reason)] }
  }

  /// Returns the listing of a strategy that is not raced in plain Swift.
  public static func notRaced(because reason: String) -> PlainListing { PlainListing(reason: reason) }

  /// Remarks on the race of the listing, as terms and their meanings; empty if its outcome is as the strategy declares.
  package var remarks: [(term: String, meaning: String)] { differences() }

  /// Returns the form to race, given the strategy's declarations, or `nil` if the listing is not raced.
  func raced(_ declared: [StrategyInfo.Declaration]) -> RacedForm? { race?(declared) }
}

/// One form of a strategy, as a run races it.
package struct RacedForm: Sendable {
  package let traits: Traits
  package let declarations: [StrategyInfo.Declaration]
  /// Returns the native workload in one scenario.
  package let workload: @Sendable (Scenario) -> Workload

  /// Returns the expectation in a scenario, or `nil` if the form is not raced in it.
  package func expectation(in scenario: Scenario) -> Expectation? {
    declarations.first { $0.scenario == scenario }?.expectation
  }
}

// MARK: - What a listing shows of what its strategy declares

extension StrategyInfo.Declaration {
  /// Returns the declaration for a listing, or `nil` if the listing cannot be raced in this scenario.
  fileprivate func ofListing<P: PlainForm>(_ form: P.Type) -> StrategyInfo.Declaration? {
    guard P.scenarios.contains(scenario) else { return nil }
    let expectation =
      P.differences.first { $0.scenario == scenario }?.expectation
      ?? expectation.without(P.unseen, may: P.mayCrash == nil ? [] : [.crash, .usedAfterDestroy])
    return StrategyInfo.Declaration(scenario: scenario, expectation: expectation)
  }
}

extension PlainForm {
  /// The defects that could be noticed only by a line in the listing itself.
  fileprivate static var unseen: Set<Defect> {
    isWhole == nil ? [.reinits, .leaked, .halfBuilt] : [.reinits, .leaked]
  }
}
