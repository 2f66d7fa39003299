package import SingletonCore
package import SingletonMemoryModels

/// Results of a check: proved, refuted as declared, refuted against the declaration, not decided, not modeled.
package enum SampleResults {
  package static let rows: [CheckRow] = [
    row("once", .proved, grade: .passed, executions: 12),
    row("unsynchronized", .refuted, grade: .reproduced, executions: 34, strongest: .sc, example: example()),
    row("spin-lock", .refuted, grade: .failed, executions: 5, strongest: .rc11, example: example()),
    row("semaphore-guarded-inherited", .undecided, grade: nil, executions: 1_000_000),
    row("static-let", .notModeled, grade: nil, executions: nil),
  ]

  package static func row(
    _ strategy: String, _ verdict: CheckVerdict, grade: Grade?, executions: UInt64?, strongest: MemoryModel? = nil,
    example: Counterexample? = nil
  ) -> CheckRow {
    var row = CheckRow(strategy: strategy, scenario: .firstAccess, threads: 2, model: .rc11, expected: .sound)
    row.verdict = verdict
    row.found = example?.finding.map { [$0] } ?? []
    row.executions = executions
    row.grade = grade
    row.strongestModels = strongest.flatMap { model in example?.finding.map { [$0: model] } } ?? [:]
    row.counterexample = example
    row.counterexample?.strongestModel = strongest
    return row
  }

  package static func example(text: String = "if instance == nil {") -> Counterexample {
    Counterexample(
      finding: .instances, columns: ["thread 1", "thread 2"],
      steps: [
        Counterexample.Step(
          column: 1, source: Counterexample.Source(file: "Lazy.swift", line: 7, text: text),
          operation: "reads instance: nil", staleness: nil, isConcerned: false),
        Counterexample.Step(
          column: 0, source: nil, operation: "looks into A", staleness: "stale: it is initialized", isConcerned: true),
      ],
      sentence: "thread 1 gets A, thread 2 gets B", code: "07B14-0G004")
  }
}

extension Counterexample {
  package init(finding: Defect, columns: [String], steps: [Step], sentence: String, code: String) {
    self.init()
    self.finding = finding
    self.columns = columns
    self.steps = steps
    self.sentence = sentence
    self.code = code
  }
}
