package import SingletonCore
package import SingletonMemoryModels
import SingletonTextFormats

/// A claim that a lesson makes, and the evidence that confirms it.
package struct Claim: Sendable {
  /// Completes "seen: ".
  package let sentence: String
  package let evidence: Evidence
}

/// The evidence for a claim, which judges the results of a lesson's experiments.
package struct Evidence: Sendable {
  package struct Subject: Hashable, Sendable {
    package let strategy: String
    package let scenario: Scenario
    package let isCheck: Bool
  }

  /// The experiment that is judged, or `nil` for demonstrations, litmus programs, and times, which may need several.
  package let subject: Subject?
  /// Whether the judgment also depends on the machine and the build.
  package var isOfTimes = false
  let judge: @Sendable (LessonResults) -> Judgment
}

/// The judgment of a claim by the results.
package enum Judgment: Equatable, Sendable {
  case seen
  case notSeen(expected: String, got: String)
  /// The claim cannot be judged on this machine or build; the text gives the reason.
  case beyondThisMachine(String)

  package var isFailure: Bool { if case .notSeen = self { true } else { false } }
}

extension Evidence {
  /// Returns evidence from a demonstration, which is evaluated when the claim is judged.
  package static func demonstration(
    expected: String, got: @autoclosure @escaping @Sendable () -> String,
    _ holds: @autoclosure @escaping @Sendable () -> Bool
  ) -> Evidence {
    Evidence(subject: nil) { _ in holds() ? .seen : .notSeen(expected: expected, got: got()) }
  }
}

// MARK: - Runs

extension Evidence {
  /// Returns evidence that the run shows all of these defects, and nothing that is not declared.
  package static func run(_ strategy: String, _ scenario: Scenario, shows defects: Defect...) -> Evidence {
    let wanted = Set(defects)
    let expected = defects.map(\.meaning).joined(separator: " and ")
    return run(strategy, scenario) { rows in
      if rows.contains(where: { $0.grade == .reproduced && wanted.isSubset(of: $0.shown) }) { return .seen }
      let isSilent = rows.contains { $0.grade == .notReproduced }
      if isSilent && rows[0].host.cores == 1 { return .beyondThisMachine("one core only: threads rarely overlap") }
      return .notSeen(expected: expected, got: rows.account)
    }
  }

  /// Returns evidence that every trial of the run kept the promise.
  package static func runPasses(_ strategy: String, _ scenario: Scenario) -> Evidence {
    run(strategy, scenario) { rows in
      rows.allSatisfy { $0.grade == .passed }
        ? .seen : .notSeen(expected: "the promise in every trial", got: rows.account)
    }
  }

  /// Returns evidence that every trial of the run ended in the declared trap or hang.
  package static func run(_ strategy: String, _ scenario: Scenario, endsIn end: Expectation.Demand) -> Evidence {
    run(strategy, scenario) { rows in
      rows.allSatisfy { $0.grade == .passed && $0.expected.demand == end }
        ? .seen : .notSeen(expected: "a \(end) in every trial", got: rows.account)
    }
  }

  private static func run(
    _ strategy: String, _ scenario: Scenario, _ judge: @escaping @Sendable ([StressRow]) -> Judgment
  ) -> Evidence {
    Evidence(subject: Subject(strategy: strategy, scenario: scenario, isCheck: false)) { results in
      let rows = results.runs(of: strategy, in: scenario)
      return rows.isEmpty ? .notSeen(expected: "a run of \(strategy)", got: "none") : judge(rows)
    }
  }
}

extension [StressRow] {
  /// The results of the rows in words, for a claim that is not confirmed.
  fileprivate var account: String {
    let shown = reduce(into: Set<Defect>()) { $0.formUnion($1.anomalies) }.inOrder.map(\.meaning)
    let ends = Set(map(\.status)).filter { $0 != .ok }.map(\.description).sorted()
    let trials = reduce(0) { $0 + ($1.measured?.tally[.trials] ?? 0) }
    let findings = shown + ends
    return (findings.isEmpty ? "nothing unusual" : findings.joined(separator: ", "))
      + " in " + HumanFormat.counted(trials, "trial")
  }
}

// MARK: - Checks and litmus programs

extension Evidence {
  /// Returns evidence that the check finds each of these defects.
  package static func check(_ strategy: String, _ scenario: Scenario, finds findings: Defect...) -> Evidence {
    check(strategy, scenario, expected: findings.map(\.meaning).joined(separator: " and ")) {
      $0.grade == .reproduced && Set(findings).isSubset(of: $0.found)
    }
  }

  /// Returns evidence that the promise holds in every execution.
  package static func checkProves(_ strategy: String, _ scenario: Scenario) -> Evidence {
    check(strategy, scenario, expected: "a proof") { $0.verdict == .proved && $0.grade == .passed }
  }

  /// Returns evidence that the strongest memory model that shows the counterexample is this one.
  package static func check(_ strategy: String, _ scenario: Scenario, isSeenFrom model: MemoryModel) -> Evidence {
    check(strategy, scenario, expected: "a counterexample, with \(model.rawValue) as the strongest model that shows it")
    {
      $0.counterexample?.strongestModel == model
    }
  }

  /// Returns evidence that the program may end with these values, under this model and no stronger one.
  package static func litmus(_ program: String, allows values: String, from model: MemoryModel) -> Evidence {
    litmus(program, values, expected: model.rawValue) { $0 == model }
  }

  /// Returns evidence that the program never ends with these values.
  package static func litmus(_ program: String, forbids values: String) -> Evidence {
    litmus(program, values, expected: "no model") { $0 == nil }
  }

  private static func litmus(
    _ program: String, _ values: String, expected: String, _ holds: @escaping @Sendable (MemoryModel?) -> Bool
  ) -> Evidence {
    Evidence(subject: nil) { results in
      guard let outcomes = results.programs[program] else {
        return .notSeen(expected: "outcomes of \(program)", got: "none")
      }
      let model = outcomes.first { $0.values == values }?.model
      return holds(model)
        ? .seen : .notSeen(expected: "\(values) from \(expected)", got: model?.rawValue ?? "no model")
    }
  }

  private static func check(
    _ strategy: String, _ scenario: Scenario, expected: String, _ holds: @escaping @Sendable (CheckRow) -> Bool
  ) -> Evidence {
    Evidence(subject: Subject(strategy: strategy, scenario: scenario, isCheck: true)) { results in
      guard let row = results.check(of: strategy, in: scenario) else {
        return .notSeen(expected: "a check of \(strategy)", got: "none")
      }
      return holds(row) ? .seen : .notSeen(expected: expected, got: row.account)
    }
  }
}

extension CheckRow {
  fileprivate var account: String {
    let findings = found.inOrderOfInterest.map(\.meaning).joined(separator: ", ")
    let model = counterexample?.strongestModel.map { ", strongest model \($0.rawValue)" } ?? ""
    return verdict.rawValue + (findings.isEmpty ? "" : ": " + findings) + model
  }
}

// MARK: - Times

/// A time that a run has measured, in nanoseconds per access.
package struct Cost: Sendable {
  fileprivate let strategy: String
  fileprivate let threads: Int
  fileprivate let nanoseconds: @Sendable (StressRow) -> Double?

  /// A later access.
  package static func access(_ strategy: String, threads: Int) -> Cost {
    Cost(strategy: strategy, threads: threads) { $0.measured?.access?.p50 }
  }

  /// The same loop without the strategy.
  package static func floor(_ strategy: String, threads: Int) -> Cost {
    Cost(strategy: strategy, threads: threads) { $0.measured?.access?.floor }
  }

  fileprivate func row(in results: LessonResults) -> StressRow? { results.run(of: strategy, threads: threads) }
}

extension Evidence {
  /// Returns evidence that one cost is at least a multiple of another. The factors in lessons are far below typical ones.
  package static func cost(_ slow: Cost, isAtLeast factor: Double, times fast: Cost) -> Evidence {
    Evidence(subject: nil, isOfTimes: true) { results in
      let expected = "at least \(HumanFormat.short(factor)) times as long"
      guard let slowRow = slow.row(in: results), let above = slow.nanoseconds(slowRow),
        let below = fast.row(in: results).flatMap(fast.nanoseconds)
      else { return .notSeen(expected: expected, got: "no times") }
      if above >= factor * below { return .seen }
      if let reason = slowRow.whyTimesSayLittle { return .beyondThisMachine(reason) }
      return .notSeen(expected: expected, got: "\(HumanFormat.short(above)) ns against \(HumanFormat.short(below)) ns")
    }
  }

  /// Returns evidence that more threads than cores used no more processor time than the cores provide.
  package static func processorTimeIsThatOfTheCores(_ strategy: String, threads: Int) -> Evidence {
    Evidence(subject: nil, isOfTimes: true) { results in
      let expected = "no more processor time than the cores provide"
      guard let row = results.run(of: strategy, threads: threads), let measured = row.measured else {
        return .notSeen(expected: expected, got: "no times")
      }
      guard threads > row.host.cores else {
        return .beyondThisMachine("\(threads) threads are not more than \(row.host.cores) cores")
      }
      // Allows a tenth more, because the two clocks are not read at the same instant.
      let most = 1.1 * Double(row.host.cores)
      let used = HumanFormat.short(measured.threadsAtOnce)
      return measured.threadsAtOnce <= most ? .seen : .notSeen(expected: expected, got: "that of \(used) cores")
    }
  }
}

extension Measurements {
  /// The average number of threads that ran at the same time.
  fileprivate var threadsAtOnce: Double { Double(cpuNanoseconds) / Double(max(1, wallNanoseconds)) }
}

extension StressRow {
  /// The reason why the times are not those of the strategy, or `nil` if they are.
  fileprivate var whyTimesSayLittle: String? {
    if host.build == "debug" { return "a debug build: times are those of unoptimized code" }
    if !host.sanitizer.isEmpty { return "the \(host.sanitizer) sanitizer is on: times are mostly its overhead" }
    let atOnce = measured?.threadsAtOnce ?? 0
    // All threads for which there is a core must have run at the same time.
    guard atOnce >= 0.9 * Double(min(key.threads, host.cores)) else {
      return "other processes are running: on average \(HumanFormat.short(atOnce)) of"
        + " \(HumanFormat.counted(key.threads, "thread")) ran"
    }
    return nil
  }
}
