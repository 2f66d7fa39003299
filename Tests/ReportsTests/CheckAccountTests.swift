import Outcomes
import Reports
import Testing

@Suite struct `A check told on its own` {
  private static let example = Counterexample(
    strategy: "racy", scenario: .firstAccess, threads: 2, model: .rc11, finding: .observed(.halfBuilt),
    columns: ["thread 1", "thread 2"],
    steps: [
      Counterexample.Step(
        column: 1, source: Counterexample.SourceLine(file: "Racy.swift", line: 21, text: "return instance.load()"),
        operation: "reads instance: A", staleness: nil, isConcerned: true)
    ], sentence: "thread 2 gets a half-built instance.", code: "12345")

  private static func row(executions: UInt64, _ example: Counterexample? = example) -> CheckRow {
    CheckRow(
      strategy: "racy", scenario: .firstAccess, threads: 2, model: .rc11, verdict: example == nil ? .proved : .refuted,
      executions: executions, found: example == nil ? [] : [.observed(.halfBuilt)],
      expected: example == nil ? .sound : .defect(.halfBuilt), grade: example == nil ? .held : .shown,
      weakestModel: example.map { _ in .rc11 }, counterexample: example)
  }

  @Test func `is a sentence, and the drawing where there is one`() {
    let text = CheckAccount(Self.row(executions: 6)).text()
    #expect(
      text.hasPrefix(
        "racy, first-access, 2 threads, rc11, 6 executions: refuted (rc11): handed out\n   half-built\n\n"))
    #expect(text.contains(" 21: return instance.load()\n"))
    #expect(text.hasSuffix("replay:  singleton-bench replay 12345\n"))
  }

  @Test func `is a sentence alone where it is proved, or nobody asked for the drawing`() {
    #expect(CheckAccount(Self.row(executions: 6)).text(drawing: false).split(separator: "\n").count == 2)
    let text = CheckAccount(Self.row(executions: 1, nil)).text()
    #expect(text == "racy, first-access, 2 threads, rc11, 1 execution: proved\n")
  }

  @Test func `counts no executions where none came to its end`() {
    #expect(CheckAccount(Self.row(executions: 0)).text().hasPrefix("racy, first-access, 2 threads, rc11: refuted"))
  }

  @Test func `leaves line numbers out where it is told to`() {
    let text = CheckAccount(Self.row(executions: 6)).text(numbersLines: false)
    #expect(text.contains("\n  1") && text.contains(" return instance.load()\n") && !text.contains("21"))
  }
}

@Suite struct `What varies from run to run` {
  @Test func `is not in a table of outcomes alone`() {
    let text = RunTable(SampleRows.all, showing: .outcome).text()
    #expect(text.hasPrefix("strategy"))
    #expect(text.contains(/\nonce +held\n/), "\(text)")
    #expect(!text.contains("M ") && !text.contains("cores"), "\(text)")
  }

  @Test func `is not in a source without line numbers`() {
    let excerpt = SourceExcerpt(
      ["/// What it is.", "struct Racy {", "", "  let instance = 1", "}"], from: .declaration)
    #expect(excerpt.text() == "  2  struct Racy {\n  3\n  4    let instance = 1\n  5  }\n")
    #expect(excerpt.text(numbersLines: false) == "    struct Racy {\n\n      let instance = 1\n    }\n")
  }
}
