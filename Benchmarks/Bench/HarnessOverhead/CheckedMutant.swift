import MutantStrategies
import SingletonCore
import SingletonPlatform
import SingletonStrategyChecker
import SingletonStrategyKit

/// The checker's result for a mutant in the scenario that distinguishes the mutant.
struct CheckedMutant {
  /// The verdict on what is declared, with the strongest memory model that shows it.
  let finding: String
  let declared: String
  let isAsDeclared: Bool
  let executions: UInt64
  let milliseconds: Double

  init(_ mutant: MutantEntry) throws {
    let mutation = mutant.mutation
    let check = StrategyCheck(
      mutant.entry, mutation.telling.scenario, threads: mutation.checkedThreads, sources: .none)
    let start = monotonicNanoseconds()
    let row = try check.row(draws: false)
    milliseconds = Double(monotonicNanoseconds() - start) / 1e6
    let observable = mutation.telling.expectation.observable
    let verdict = Verdict(found: row)?.showing(observable) ?? Verdict(.unknown)
    let isSound = mutation.model == nil
    isAsDeclared =
      (isSound ? verdict.kind.isProved : verdict.kind == .refuted && verdict.defects == observable)
      && verdict.findings.strongestModel == mutation.model && [.passed, .reproduced].contains(row.grade)
    finding = verdict.description
    declared =
      "\(Verdict(isSound ? .proved : .refuted, observable))" + (mutation.model.map { " by \($0.rawValue)" } ?? "")
    executions = row.executions ?? 0
  }
}

extension Mutation {
  /// Returns what a run with this many threads has to show in the scenario that distinguishes the mutant.
  func demand(threads: Int) -> Expectation.Demand { telling.expectation.demand(threads: threads) }
}

extension Expectation {
  /// Returns what a run with this many threads has to show on this machine.
  func demand(threads: Int) -> Demand { applied(threads: threads, hardware: .ofThisMachine).demand }
}

extension Verdict {
  /// Returns the verdict, limited to the given defects. If it has none of them, all of its defects remain.
  fileprivate func showing(_ defects: Set<Defect>) -> Verdict {
    let shown = self.defects.intersection(defects)
    return shown.isEmpty ? self : Verdict(kind, shown, models: findings.models)
  }
}
