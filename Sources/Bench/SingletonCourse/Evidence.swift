package import SingletonCore
package import SingletonMemoryModels
import SingletonPresentation
import SingletonTextFormats

/// A claim that a lesson makes, and the evidence that confirms it.
package struct Claim: Sendable {
  /// The claim as a sentence that completes "seen: ".
  package let sentence: String
  package let evidence: Evidence
}

/// The evidence for a claim, which judges the results of a lesson's experiments so far.
package struct Evidence: Sendable {
  /// The experiment that is judged.
  package enum Subject: Hashable, Sendable {
    /// The named strategy's runs in the scenario of its most recent run; without a name, the runs of the only strategy
    /// of the most recent run.
    case run(String?)
    /// The most recent check.
    case check
    /// The most recent litmus program, a demonstration, or times, which may need several runs.
    case other
  }

  package let subject: Subject
  let judge: @Sendable (LessonResults) -> Judgment

  /// Returns the command for a closer look, or `nil` if there is none.
  func next(after results: LessonResults) -> String? {
    let arguments: String? =
      switch subject {
      case .run(let strategy):
        results.runs(of: strategy).first.map {
          "run --strategy \($0.key.strategy) --scenario \($0.key.scenario) --time 1s"
        }
      case .check:
        results.checks.last.map { row in
          "check --strategy \(row.strategy) --scenario \(row.scenario)"
            + (row.form == .harness ? "" : " --form \(row.form.rawValue)")
        }
      case .other: nil
      }
    return arguments.map { "\(Tool.current.name) \($0)" }
  }
}

/// The judgment of a claim by the results.
package enum Judgment: Equatable, Sendable {
  case seen
  case notSeen(expected: String, got: String)
  /// The claim cannot be judged on this machine or build; the text gives the reason.
  case beyondThisMachine(String)

  fileprivate init(_ holds: Bool, expected: String, got: String) {
    self = holds ? .seen : .notSeen(expected: expected, got: got)
  }

  package var isFailure: Bool { if case .notSeen = self { true } else { false } }
}

// MARK: - Runs

extension Evidence {
  /// Returns evidence that the run shows all of these defects, and nothing undeclared.
  package static func shows(_ defects: Defect..., for strategy: String? = nil) -> Evidence {
    run(strategy, expected: defects.map(\.meaning).joined(separator: " and ")) { rows in
      rows.contains { $0.grade == .reproduced && Set(defects).isSubset(of: $0.shown) }
    }
  }

  /// Returns evidence that every trial of the run kept the promise.
  package static func passes(for strategy: String? = nil) -> Evidence {
    run(strategy, expected: "the promise in every trial") { rows in rows.allSatisfy { $0.grade == .passed } }
  }

  /// Returns evidence that every trial of the run ended in the declared trap or hang.
  package static func ends(in end: Expectation.Demand, for strategy: String? = nil) -> Evidence {
    run(strategy, expected: "a \(end) in every trial") { rows in
      rows.allSatisfy { $0.grade == .passed && $0.expected.demand == end }
    }
  }

  private static func run(
    _ strategy: String?, expected: String, _ holds: @escaping @Sendable ([StressRow]) -> Bool
  ) -> Evidence {
    Evidence(subject: .run(strategy)) { results in
      let rows = results.runs(of: strategy)
      guard let first = rows.first else {
        return .notSeen(expected: "a run" + (strategy.map { " of " + $0 } ?? ""), got: "none")
      }
      let isSilent = !holds(rows) && rows.contains { $0.grade == .notReproduced }
      if isSilent && first.host.cores == 1 { return .beyondThisMachine("one core only: threads rarely overlap") }
      return Judgment(holds(rows), expected: expected, got: rows.account)
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

// MARK: - Checks

extension Evidence {
  /// Returns evidence that the check finds each of these defects.
  package static func finds(_ findings: Defect...) -> Evidence {
    check(expected: findings.map(\.meaning).joined(separator: " and ")) {
      $0.grade == .reproduced && Set(findings).isSubset(of: $0.found)
    }
  }

  /// Evidence that the promise holds in every execution.
  package static let isProved = check(expected: "a proof") { $0.verdict == .proved && $0.grade == .passed }

  /// Returns evidence that the strongest memory model that shows the counterexample is this one.
  package static func isSeen(from model: MemoryModel) -> Evidence {
    check(expected: "a counterexample, with \(model.rawValue) as the strongest model that shows it") {
      $0.counterexample?.strongestModel == model
    }
  }

  private static func check(expected: String, _ holds: @escaping @Sendable (CheckRow) -> Bool) -> Evidence {
    Evidence(subject: .check) { results in
      guard let row = results.checks.last else { return .notSeen(expected: "a check", got: "none") }
      if row.form == .plain && row.verdict == .notModeled { return .beyondThisMachine(row.obstacle ?? "not modeled") }
      return Judgment(holds(row), expected: expected, got: row.account)
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

// MARK: - Litmus programs and demonstrations

extension Evidence {
  /// Returns evidence that the program may end with these values, under this model and no stronger one.
  package static func allows(_ values: String, from model: MemoryModel) -> Evidence { ending(values, from: model) }

  /// Returns evidence that the program never ends with these values.
  package static func forbids(_ values: String) -> Evidence { ending(values, from: nil) }

  private static func ending(_ values: String, from model: MemoryModel?) -> Evidence {
    Evidence(subject: .other) { results in
      let seen = results.endings.first { $0.values == values }?.model
      let (expected, got) = (model?.rawValue ?? "no model", seen?.rawValue ?? "no model")
      return Judgment(seen == model && !results.endings.isEmpty, expected: "\(values) from \(expected)", got: got)
    }
  }

  /// Returns evidence from a demonstration, which is evaluated when the claim is judged.
  package static func demonstration(
    expected: String, got: @autoclosure @escaping @Sendable () -> String
  ) -> Evidence {
    Evidence(subject: .other) { _ in
      let got = got()
      return Judgment(got == expected, expected: expected, got: got)
    }
  }
}

// MARK: - Times

/// A time that a run measured, in nanoseconds per access.
package struct Cost: Sendable {
  fileprivate let strategy: String
  fileprivate let threads: Int
  fileprivate let nanoseconds: @Sendable (StressRow) -> Double?

  /// A later access by one thread alone.
  package static func access(_ strategy: String, threads: Int) -> Cost {
    Cost(strategy: strategy, threads: threads) { $0.measured?.access?.p50 }
  }

  /// A later access while all cores access.
  package static func allCoresAccess(_ strategy: String, threads: Int) -> Cost {
    Cost(strategy: strategy, threads: threads) { $0.measured?.allCoresAccess?.p50 }
  }

  /// The same loop without the strategy.
  package static func floor(_ strategy: String, threads: Int) -> Cost {
    Cost(strategy: strategy, threads: threads) { $0.measured?.access?.floor }
  }

  fileprivate func row(in results: LessonResults) -> StressRow? { results.run(of: strategy, threads: threads) }
}

extension Evidence {
  /// Returns evidence that one cost is at least a multiple of another. The factors in lessons are far below typical
  /// factors.
  package static func cost(_ slow: Cost, isAtLeast factor: Double, times fast: Cost) -> Evidence {
    Evidence(subject: .other) { results in
      let expected = "at least \(HumanFormat.short(factor)) times as long"
      guard let slowRow = slow.row(in: results), let above = slow.nanoseconds(slowRow),
        let fastRow = fast.row(in: results), let below = fast.nanoseconds(fastRow)
      else { return .notSeen(expected: expected, got: "no times") }
      if above >= factor * below { return .seen }
      if let reason = slowRow.whyTimesSayLittle ?? slowRow.whyTimesDiffer(from: fastRow) {
        return .beyondThisMachine(reason)
      }
      return .notSeen(expected: expected, got: "\(HumanFormat.short(above)) ns against \(HumanFormat.short(below)) ns")
    }
  }

  /// Returns evidence that more threads than cores used no more processor time than the cores provide.
  package static func processorTimeIsThatOfTheCores(_ strategy: String, threads: Int) -> Evidence {
    Evidence(subject: .other) { results in
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
      return Judgment(measured.threadsAtOnce <= most, expected: expected, got: "that of \(used) cores")
    }
  }
}

extension Measurements {
  /// The average number of threads that ran at the same time.
  fileprivate var threadsAtOnce: Double { Double(cpuNanoseconds) / Double(max(1, wallNanoseconds)) }
}

extension StressRow {
  /// The reason why the times do not represent the strategy, or `nil` if they do.
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

  /// Returns the reason why the times of these two rows cannot be compared, or `nil` if they can.
  fileprivate func whyTimesDiffer(from other: StressRow) -> String? {
    let floors = ShortestFloors(of: [self, other])
    guard [self, other].contains(where: { floors.wereExceeded(by: [$0]) }) else { return nil }
    return "the machine was slow during one of the two: even the empty loop took more than"
      + " \(HumanFormat.short(ShortestFloors.slow)) times as long"
  }
}
