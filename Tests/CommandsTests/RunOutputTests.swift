import Commands
import Foundation
import Outcomes
import Reports
import StressEngine
import TestSupport
import Testing

@Suite struct `The output of a run` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A run with the fake engine whose rows are known.
  private func run(_ arguments: String..., engine: FakeEngine = FakeEngine()) -> (answer: Answer, rows: [StressRow]) {
    var rows: [StressRow] = []
    let csv = arguments.contains("--csv") ? [] : ["--csv", folder("r.csv")]
    let answer = answer(["--seed", "1", "--threads", "2"] + csv + arguments) { plan, settings, run, host, listener in
      try engine.execute(plan, settings, run, host) { event in
        if case .rowFinished(let row, _) = event { rows.append(row) }
        try listener(event)
      }
    }
    return (answer, rows)
  }

  @Test func `is a report in its order, whatever standard output gets`() throws {
    for format in ["table", "times", "matrix", "csv", "json", "markdown"] {
      let (_, rows) = run("--format", format)
      #expect(try folder.text(of: "r.csv") == CSV.text(of: rows))
    }
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `is on standard output what the format says`() {
    let table = run("--format", "table")
    #expect(table.answer.output == RunTable(table.rows).text() + "\n" + RunSummary(table.rows).text())
    let times = run("--format", "times")
    #expect(
      times.answer.output == RunTable(times.rows, showing: .times).text() + "\n" + RunSummary(times.rows).text())
    let matrix = run("--format", "matrix")
    #expect(matrix.answer.output == GradeTable(matrix.rows).text() + "\n" + RunSummary(matrix.rows).text())
    let csv = run("--format", "csv")
    #expect(csv.answer.output == CSV.text(of: csv.rows))
    let json = run("--format", "json")
    #expect(json.answer.output == JSON.report(of: json.rows).text)
    let markdown = run("--format", "markdown")
    #expect(markdown.answer.output == RunTable(markdown.rows).markdown)
    for answer in [table, times, matrix, csv, json, markdown].map(\.answer) { #expect(answer.messages.isEmpty) }
  }

  @Test(arguments: ["csv", "json", "markdown"]) func `is on standard error what a person should know`(format: String) {
    let run = run("--format", format, engine: FakeEngine(grade: { _ in .broken }))
    #expect(run.answer.messages == RunSummary(run.rows).text())
  }

  @Test func `has its table on standard error where the report is the data`() {
    let both = run("--csv", "-")
    #expect(both.answer.output == CSV.text(of: both.rows))
    #expect(both.answer.messages == RunTable(both.rows).text() + "\n" + RunSummary(both.rows).text())
    let data = run("--csv", "-", "--format", "csv")
    #expect(data.answer.output == CSV.text(of: data.rows))
    #expect(data.answer.messages.isEmpty)
  }

  @Test func `has colour where it is asked for`() {
    #expect(run("--color", "always").answer.output.contains("\u{1B}[32m"))
    #expect(!run("--color", "never").answer.output.contains("\u{1B}"))
  }

  @Test func `has samples where they are asked for`() throws {
    let sample = TimingSample(kind: .floor, operations: 3, elapsedNanoseconds: 4)
    let rows = run("--samples", folder("s.csv"), engine: FakeEngine(samples: [sample])).rows
    let lines = rows.inReportOrder.map { SamplesCSV.lines(of: $0, samples: [sample]) }
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header + lines.joined())
  }

  @Test func `is all there where the run was interrupted`() throws {
    let run = run("--samples", folder("s.csv"), engine: FakeEngine(grade: { _ in nil }, status: .interrupted))
    #expect(run.answer.code == .interrupted)
    #expect(run.answer.output.hasSuffix("\n7 rows: 7 were interrupted.\n"))
    #expect(try folder.text(of: "r.csv") == CSV.text(of: run.rows))
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header)
  }

  @Test func `begins with a word about what an earlier run has left`() throws {
    try folder.write(CSV.header + "a row\n", to: "r.csv.partial")
    let messages = run().answer.messages
    #expect(messages.hasPrefix("note: an earlier run was stopped"))
    #expect(messages.hasSuffix("r.csv.partial.old\n"))
  }

  @Test(arguments: ["--csv", "--samples"]) func `that cannot be written runs nothing`(option: String) {
    let answer = answer([option, folder("no such/file")]) { _, _, _, _, _ in Issue.record("something ran") }
    #expect(answer.code == .cannotWrite)
    #expect(answer.messages.hasPrefix("singleton-bench: cannot write \(folder("no such/file")): No such file"))
    #expect(answer.messages.contains("\n  next:     mkdir -p '\(folder("no such"))'\n"))
  }

  @Test func `that fails in one place is complete in the others`() throws {
    try FileManager.default.createDirectory(atPath: folder("gone"), withIntermediateDirectories: false)
    let path = folder("gone")
    let answer = answer(["--seed", "1", "--csv", folder("r.csv"), "--samples", path + "/s.csv"]) {
      plan, settings, run, host, listener in
      try FileManager.default.removeItem(atPath: path)
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    #expect(answer.code == .cannotWrite)
    #expect(answer.messages.contains("cannot write \(path)/s.csv"))
    #expect(answer.output.hasSuffix("showed their known defect.\n"))
    #expect(try folder.names == ["r.csv"])
  }
}
