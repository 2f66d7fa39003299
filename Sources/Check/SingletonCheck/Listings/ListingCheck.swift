package import SingletonCore
package import SingletonMemoryModels
package import SingletonStrategyChecker
package import SingletonStrategyKit

/// A check of a strategy's listing in one scenario, as the compiler has instrumented it.
package struct ListingCheck: Sendable {
  package let entry: CatalogEntry
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  private let sources: SourceLibrary

  package init(_ entry: CatalogEntry, _ scenario: Scenario, threads: Int, model: MemoryModel, sources: SourceLibrary) {
    (self.entry, self.scenario, self.threads, self.model) = (entry, scenario, threads, model)
    self.sources = sources
  }

  /// Runs the check.
  ///
  /// - Parameter draws: Whether the row includes the counterexample, whose lines take longer to find than the counterexample.
  /// - Throws: An error if nothing can be checked in this process.
  package func row(limits: CheckLimits, draws: Bool) throws(CheckError) -> CheckRow {
    guard let form = entry.info.plain.form else { return unchecked("the strategy has no listing that is raced") }
    if let reason = notChecked(form) { return unchecked(reason) }
    return try row(form, limits, draws: draws)
  }

  private func row<P: PlainForm>(
    _ form: P.Type, _ limits: CheckLimits, draws: Bool
  ) throws(CheckError) -> CheckRow {
    var row =
      if case .firstAccess = scenario {
        try InstrumentedSearch(firstAccess(form), model: model, limits: limits).row(threads: threads, draws: draws)
      } else {
        try InstrumentedSearch(accesses(form), model: model, limits: limits).row(threads: threads, draws: draws)
      }
    if row.verdict == .proved, let reason = notProved {
      row.verdict = .undecided
      row.obstacle = reason
    }
    (row.form, row.expected) = (.plain, expectation)
    row.grade = row.gradeOfListing(in: scenario)
    // A code names the strategy in the harness's form.
    row.counterexample?.code = ""
    return row
  }

  /// What no check of a listing finds, if the scenario or the strategy's declaration is about that.
  private var notProved: String? {
    if case .oneAlive = scenario.promise { return "two instances that are alive at once are not looked for" }
    let unseen = expectation.unseen.subtracting([.halfBuilt]).inOrder.map(\.meaning).joined(separator: ", ")
    return unseen.isEmpty ? nil : "a listing does not show this: \(unseen)"
  }

  private func firstAccess<P: PlainForm>(_ form: P.Type) -> Subject<Void, P.Instance> {
    described(
      Subject(
        fresh: { P.prepare?() }, roles: [{ _ in try P.shared() }], promise: .oneInstance(identity: nil),
        isWhole: P.isWhole))
  }

  private func accesses<P: PlainForm>(_ form: P.Type) -> Subject<Void, ListingAccesses> {
    let phase = phases[0]
    let isUnprepared = scenario.isUnprepared
    let (promise, countsAcrossClasses) = (scenario.promise, expectation.allowed.contains(.instances))
    let roles = (0..<threads).map { thread -> (borrowing Void) -> ListingAccesses? in
      let kind = Scenario.ThreadKind(isOdd: thread % 2 == 1, isInterfering: thread == 0)
      // A listing has no copies that differ.
      let actions = Scenario.actions(of: phase, for: kind).filter { $0 != .access(.mutableCopy) }
      return { _ in ListingAccesses(form, actions) }
    }
    return described(
      Subject(
        fresh: { if !isUnprepared { P.prepare?() } }, roles: roles,
        promise: .none {
          ListingAccesses.defects(of: $0, promise: promise, countsAcrossClasses: countsAcrossClasses)
        },
        isWhole: \.isWhole))
  }

  private func described<Value>(_ subject: Subject<Void, Value>) -> Subject<Void, Value> {
    var subject = subject
    subject.name = entry.info.id
    subject.timeouts = .whenStuck
    subject.saysWhatIsExchanged = false
    subject.scenario = scenario
    subject.expectation = expectation
    subject.sources = sources
    return subject
  }

  // MARK: - What is checked

  /// The phases in which a thread does something with a listing, which has no owners.
  private var phases: [Scenario.Phase] {
    scenario.phases(rounds: 2).filter { phase in
      phase.contains { $0.value.contains { $0 != .leave && $0 != .expectEnds } }
    }
  }

  private func notChecked(_ form: any PlainForm.Type) -> String? {
    if let reason = form.notChecked { return reason }
    if scenario.initializerCall != nil { return "the check calls no accessor from an initializer" }
    return phases.count == 1 ? nil : "the check has no phases that wait for each other"
  }

  private var expectation: Expectation { entry.raced(as: .plain)?.expectation(in: scenario) ?? .sound }

  private func unchecked(_ reason: String) -> CheckRow {
    var row = CheckRow(listing: entry, scenario, callers: threads, model: model)
    row.obstacle = reason
    return row
  }
}
