import SingletonCore

/// Whether and how a strategy's listing is raced.
public struct PlainListing: Sendable {
  /// The parts of a listing that is raced. Closures, because a child process needs those of one strategy.
  private let form: (@Sendable (_ declared: [StrategyInfo.Declaration]) -> RacedForm)?
  /// Why the listing is not raced, in one sentence, or `nil` if it is.
  package let reason: String?
  /// Where the listing's outcome may differ from what the strategy declares, and why. A closure for the same reason.
  private let differences: @Sendable () -> [(term: String, meaning: String)]

  /// Creates the listing of a plain form.
  ///
  /// Call it in the module of the form, where the compiler can specialize the loops that call it.
  @usableFromInline package init<P: PlainForm>(_ form: P.Type) {
    self.init(form, timing: { TimingLoops(plain: form) })
  }

  /// - Parameter timing: Returns the timed loops, which alone have to be specialized.
  private init<P: PlainForm>(_ form: P.Type, timing: @escaping @Sendable () -> TimingLoops) {
    reason = nil
    differences = {
      (form.mayCrash.map { [("may crash", $0)] } ?? [])
        + form.differences.map { ($0.scenario.id, "\($0.expectation): \($0.why)") }
    }
    self.form = { declared in
      RacedForm(
        traits: PlainStrategy<P>.traits, declarations: declared.compactMap { $0.ofListing(form) },
        workload: { Workload(plain: form, $0, timing: timing()) })
    }
  }

  private init(reason: String) {
    form = nil
    self.reason = reason
    differences = { [("not raced", reason)] }
  }

  /// A strategy without a listing that can be raced.
  public static func notRaced(because reason: String) -> PlainListing { PlainListing(reason: reason) }

  /// What a reader should know about the race of the listing, as terms and their meanings; empty if nothing differs.
  package var remarks: [(term: String, meaning: String)] { differences() }

  /// Returns the form that is raced, given what the strategy declares, or `nil` if there is none.
  func raced(_ declared: [StrategyInfo.Declaration]) -> RacedForm? { form?(declared) }
}

/// A form of a strategy as a run races it.
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
  /// Returns the declaration for a listing, or `nil` if it cannot do the scenario.
  fileprivate func ofListing<P: PlainForm>(_ form: P.Type) -> StrategyInfo.Declaration? {
    guard P.scenarios.contains(scenario) else { return nil }
    let expectation =
      P.differences.first { $0.scenario == scenario }?.expectation
      ?? expectation.without(P.unseen, may: P.mayCrash == nil ? [] : [.crash, .usedAfterDestroy])
    return StrategyInfo.Declaration(scenario: scenario, expectation: expectation)
  }
}

extension PlainForm {
  /// The defects that leave no trace without a line in the listing.
  fileprivate static var unseen: Set<Defect> {
    isWhole == nil ? [.reinits, .leaked, .halfBuilt] : [.reinits, .leaked]
  }
}
