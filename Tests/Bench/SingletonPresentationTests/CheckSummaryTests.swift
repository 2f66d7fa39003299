import SingletonCore
import SingletonPresentation
import TestSupport
import Testing

@Suite struct `Summaries of a check` {
  private static let example = Counterexample(
    finding: .halfBuilt, columns: ["thread 1", "thread 2"],
    steps: [
      Counterexample.Step(
        column: 1, source: Counterexample.Source(file: "Racy.swift", line: 21, text: "return instance.load()"),
        operation: "reads instance: A", staleness: nil, isConcerned: true)
    ], sentence: "thread 2 gets a half-built instance.", code: "12345")

  private static func row(executions: UInt64, _ example: Counterexample? = example) -> CheckRow {
    var row = CheckRow(
      strategy: "racy", scenario: .firstAccess, threads: 2, model: .rc11,
      expected: example == nil ? .sound : .defect(.halfBuilt))
    row.verdict = example == nil ? .proved : .refuted
    row.executions = executions
    row.found = example == nil ? [] : [.halfBuilt]
    row.grade = example == nil ? .passed : .reproduced
    row.strongestModels = example == nil ? [:] : [.halfBuilt: .rc11]
    row.counterexample = example
    return row
  }

  @Test func `a check that is not complete does not say that everything is as declared`() {
    let proved = Self.row(executions: 6, nil)
    var stopped = proved
    (stopped.verdict, stopped.executions, stopped.grade) = (.undecided, 0, nil)
    #expect(CheckTable.counts([proved]).hasSuffix("1 proved; everything as declared."))
    #expect(CheckTable.counts([proved], isComplete: false).hasSuffix("1 proved; nothing undeclared so far."))
    #expect(CheckTable.counts([proved, stopped]).hasSuffix("nothing undeclared so far."))
    #expect(stopped.verdictSentence == "not decided: no execution was complete before the limit")
  }

  @Test func `a table for any number of threads says what is proved only if a row is`() {
    var open = AnyNumberRow()
    (open.strategy, open.scenario, open.reason) = ("racy", Scenario.firstAccess.id, "a view is refuted")
    var proved = open
    (proved.strategy, proved.verdict, proved.threads, proved.views) = ("sound", .proved, 2, 9)
    #expect(
      !AnyNumberTable([open]).text().contains("Proved of") && !AnyNumberTable([open]).markdown.contains("Proved of"))
    #expect(AnyNumberTable([open]).text().contains("Open says nothing about a strategy"))
    #expect(
      AnyNumberTable([open, proved]).text().contains("\nProved of the harness's form: with any number of threads"))
  }

  @Test func `a row of too many threads is not called stopped, and a proof with a timed wait names the condition`() {
    var row = Self.row(executions: 6, nil)
    row.hasTimedWaits = true
    #expect(row.verdictSentence == "proved, if no wait times out while another thread can continue")
    (row.verdict, row.executions) = (.tooManyThreads, nil)
    #expect(row.verdictSentence.hasPrefix("not checked: each phase of the scenario has its own threads"))
    #expect(CheckTable.counts([row]).hasSuffix("1 not checked; nothing undeclared so far."))
  }

  @Test func `a proof that waits with a limit, or of which that is not known, names the assumption on limits`() {
    func isStated(_ hasTimedWaits: Bool?, _ timeouts: Timeouts) -> Bool {
      var row = Self.row(executions: 6, nil)
      (row.hasTimedWaits, row.timeouts) = (hasTimedWaits, timeouts)
      let text = CheckTable([row]).text(width: 80, color: false, drawing: false)
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("a scheduler that lets each thread continue"))
      return words.contains("a wait with a time limit times out only if no thread can take another step")
    }
    #expect(isStated(true, .whenStuck) && isStated(nil, .whenStuck))
    #expect(!isStated(false, .whenStuck) && !isStated(nil, .anyTime))
  }

  @Test func `a proof of a listing that draws random numbers, or of which that is not known, says what they are`() {
    func isStated(_ drawsRandomNumbers: Bool?) -> Bool {
      var row = Self.row(executions: 6, nil)
      (row.form, row.drawsRandomNumbers) = (.plain, drawsRandomNumbers)
      let words = CheckTable([row]).text(width: 80, color: false, drawing: false).split(whereSeparator: \.isWhitespace)
      return words.joined(separator: " ").contains(
        "random numbers are a fixed sequence, another for each thread and call")
    }
    #expect(isStated(true) && isStated(nil) && !isStated(false))
  }

  @Test func `a row that is refuted with waits that may time out at any time says so`() {
    var row = Self.row(executions: 6)
    #expect(!row.verdictSentence.contains("any time"))
    row.timeouts = .anyTime
    #expect(row.verdictSentence.hasSuffix(", if waits may time out at any time"))
    row.hasTimedWaits = false
    #expect(!row.verdictSentence.contains("any time"))
  }

  @Test func `a refuted check is a sentence and a drawing`() {
    let text = Self.row(executions: 6).summary()
    #expect(
      text.hasPrefix(
        "racy, first-access, 2 threads, rc11, 6 executions: refuted: handed out\n   half-built (rc11)\n\n"))
    #expect(text.contains(" 21: return instance.load()\n"))
    #expect(text.hasSuffix("replay:  singleton-bench replay 12345\n"))
  }

  @Test func `a proved check is a sentence, and so is one without a drawing`() {
    #expect(Self.row(executions: 6).summary(drawing: false).split(separator: "\n").count == 2)
    let text = Self.row(executions: 1, nil).summary()
    #expect(text == "racy, first-access, 2 threads, rc11, 1 execution: proved\n")
  }

  @Test func `executions are not counted if none is complete`() {
    #expect(Self.row(executions: 0).summary().hasPrefix("racy, first-access, 2 threads, rc11: refuted"))
  }
}

@Suite struct `Tables of a check` {
  @Test func `rows are in the order of their numbers of threads, and equal rows in the order given`() {
    let rows = [("b", 100), ("b", 2), ("a", 100), ("a", 12)].map {
      CheckRow(strategy: $0, scenario: .firstAccess, threads: $1, model: .rc11, expected: .sound)
    }
    let listed = CheckTable(rows).markdown.matches(of: /first-access, (\d+) threads \| (\w)/).map { "\($0.1) \($0.2)" }
    #expect(listed == ["2 b", "12 a", "100 b", "100 a"])
  }
}

@Suite struct `Excerpts of sources` {
  @Test func `a source excerpt can omit its line numbers`() {
    let excerpt = SourceExcerpt(
      ["/// A racy type.", "struct Racy {", "", "  let instance = 1", "}"], from: .declaration)
    #expect(excerpt.text() == "  2  struct Racy {\n  3\n  4    let instance = 1\n  5  }\n")
    #expect(excerpt.text(numbersLines: false) == "    struct Racy {\n\n      let instance = 1\n    }\n")
  }
}
