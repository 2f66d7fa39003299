package import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyKit

extension StrategyCheck {
  /// Attempts to prove that the strategy keeps the promise of the scenario with any number of threads in each role, each
  /// of which does what the scenario says once.
  ///
  /// The proof is about what callers get, not about whether all of them return: deadlocks are looked for with two
  /// threads only. It depends neither on ``threads`` nor on ``model``.
  package func proofForAnyNumber(_ orderings: OrderingExperiment = .none) -> AnyNumberRow {
    var row = AnyNumberRow()
    (row.strategy, row.scenario) = (name, scenario.id)
    guard let code = replicated(orderings) else {
      row.reason = "not modeled"
      return row
    }
    if case .oneAlive = code.plan.promise {
      row.reason = "instances may follow one another"
      return row
    }
    do {
      let proof = try ViewProof(of: code)
      if let scope = proof.scope, let obstacle = obstacle(withTwoThreads: scope, orderings) {
        row.reason = obstacle
      } else if let scope = proof.scope {
        row.verdict = scope == .rc11 ? .proved : .provedUnderSC
        (row.threads, row.views) = (proof.threads, proof.viewCount)
      } else {
        row.reason = proof.flaw?.reason
      }
    } catch {
      row.reason = error.reason
    }
    if code.trial.state.hasIndexedCallers || code.trial.state.cellSize != trial(.none)?.state.cellSize {
      (row.verdict, row.reason) = (.open, "a caller asks for its index, or has memory of its own")
    }
    return row
  }

  /// Returns the strategy as code that any number of threads run, or `nil` if it is not modeled.
  func replicated(_ orderings: OrderingExperiment) -> ReplicatedTrial? {
    guard let strategy = entry.native?.rebind(to: ModelBackend.self) else { return nil }
    let plan = TrialPlan(scenario, traits: traits, rounds: Trial.rounds)
    let kinds = plan.roles
    let trial = Trial.make(
      strategy, scenario, callers: ReplicatedTrial.callers(playing: kinds),
      kind: { ReplicatedTrial.kind(ofCaller: $0, playing: kinds) }, orderings: orderings, timeouts: timeouts)
    return ReplicatedTrial(trial, plan, kinds)
  }

  /// Returns what two threads show that breaks the promise, such as that they wait forever, which a view cannot show;
  /// `nil` if they have been checked and break nothing.
  private func obstacle(withTwoThreads scope: ViewProof.Scope, _ orderings: OrderingExperiment) -> String? {
    let model: MemoryModel = scope == .rc11 ? .rc11 : .sc
    do throws(ExplorationError) {
      guard let result = try StrategyCheck(entry, scenario, threads: 2, model: model).run(orderings), result.isComplete
      else { return "two threads could not be checked" }
      let defect = result.found.filter(scenario.promise.isBroken).inOrderOfInterest.first
      return defect.map { "two threads break it: \($0.briefly)" }
    } catch { return "two threads could not be checked: \(error)" }
  }
}

extension TrialPlan {
  /// A kind of thread for each of the things that threads do.
  var roles: [Scenario.ThreadKind] {
    var known: Set<[[Scenario.Action]]> = []
    return Scenario.ThreadKind.allCases.filter { kind in
      known.insert((0..<phaseCount).map { steps(ofPhase: $0, for: kind).map(\.action) }).inserted
    }
  }
}

extension ViewError {
  fileprivate var reason: String {
    switch self {
    case .namesMatter: "more about an instance matters than which one it is"
    case .countsDecide: "counts decide, which have no bound"
    case .timeDecides: "a wait has a time limit"
    case .tooLarge: "too many cases"
    case .cannotRun(let error): "\(error)"
    }
  }
}

extension ViewFlaw {
  fileprivate var reason: String {
    switch self {
    case .differentResults: "a view shows two instances"
    case .breaches(let bits):
      "a view shows: \((CallerRecord.defects(bits).inOrderOfInterest.first ?? .trap).briefly)"
    case .race: "a view shows a data race"
    case .storedAgain: "a view shows: \(Defect.reinits.briefly)"
    case .usedAfterEnd: "a view shows: \(Defect.usedAfterDestroy.briefly)"
    case .contendedCounter: "threads contend for a counter"
    }
  }
}
