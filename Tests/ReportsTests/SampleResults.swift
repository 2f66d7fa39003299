import Outcomes
import TestSupport

@testable import Reports

/// Results of a check made by hand: proved, refuted, not as declared, stopped, not modelled.
enum SampleResults {
  static let rows: [CheckRow] = [
    row("once", .proved, grade: .held, executions: 12),
    row("unsynchronized", .refuted, grade: .shown, executions: 34, weakest: .sc, example: example("unsynchronized")),
    row("spin-lock", .refuted, grade: .broken, executions: 5, weakest: .rc11, example: example("spin-lock")),
    row("semaphore-guarded-inherited", .limit, grade: nil, executions: 1_000_000),
    row("static-let", .notModelled, grade: nil, executions: 0),
  ]

  /// As `report` reads them from a file.
  static func read(_ rows: [CheckRow] = rows) throws -> [CheckResult] {
    let folder = try TemporaryFolder()
    try folder.write(JSON.check(of: rows).text, to: "check.json")
    return try CheckResultReader.results(path: folder("check.json"))
  }

  static func row(
    _ strategy: String, _ verdict: CheckVerdict, grade: Grade?, executions: UInt64, weakest: ModelName? = nil,
    example: Counterexample? = nil
  ) -> CheckRow {
    CheckRow(
      strategy: strategy, scenario: .firstAccess, threads: 2, model: .rc11, verdict: verdict, executions: executions,
      expected: .sound, grade: grade, weakestModel: weakest, counterexample: example)
  }

  static func example(_ strategy: String, text: String = "if instance == nil {") -> Counterexample {
    Counterexample(
      strategy: strategy, scenario: .firstAccess, threads: 2, model: .rc11, finding: .observed(.instances),
      columns: ["thread 1", "thread 2"],
      steps: [
        Counterexample.Step(
          column: 1, source: Counterexample.SourceLine(file: "Lazy.swift", line: 7, text: text),
          operation: "reads instance: nil", staleness: nil, isConcerned: false),
        Counterexample.Step(
          column: 0, source: nil, operation: "looks into A", staleness: "stale: it is initialised", isConcerned: true),
      ],
      sentence: "thread 1 gets A, thread 2 gets B", code: "07B14-0G004")
  }
}
