import CommandTestSupport
import Foundation
import SingletonCommands
import SingletonCore
import SingletonReports
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats
import TestSupport
import Testing

@Suite struct `Output of runs` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs with the fake engine.
  ///
  /// - Returns: The result, and the rows in the report's order.
  private func run(
    _ arguments: String..., engine: FakeEngine = FakeEngine()
  ) -> (result: InvocationResult, rows: [StressRow]) {
    var rows: [StressRow] = []
    let csv = arguments.contains("--csv") ? [] : ["--csv", folder("r.csv")]
    let result = invoke(["--seed", "1", "--threads", "2"] + csv + arguments) { run, facts, listener in
      try engine.execute(run, facts) { event in
        if case .rowFinished(let row, _) = event { rows.append(row) }
        try listener(event)
      }
    }
    return (result, rows.inReportOrder(Catalog.fake.ids))
  }

  @Test func `the report is written whatever the format of standard output`() throws {
    for format in ["table", "rows", "csv", "json", "markdown"] {
      let (_, rows) = run("--format", format)
      #expect(try folder.text(of: "r.csv") == CSV.report(of: rows))
    }
    #expect(try folder.names == ["r.csv"])
  }

  @Test(arguments: ["table", "rows", "markdown"]) func `standard output is as recorded`(
    format: String
  ) throws {
    let (result, _) = run("--format", format)
    #expect(result.messages.isEmpty)
    try expectGolden(result.output, named: "run-\(format).txt")
  }

  @Test func `the report can go to standard output`() {
    let (csv, rows) = run("--format", "csv")
    #expect(csv.output == CSV.report(of: rows))
    let (json, _) = run("--format", "json")
    #expect(json.output.ranges(of: "\"strategy\": ").count == rows.count)
    #expect(csv.messages.isEmpty && json.messages.isEmpty)
  }

  @Test(arguments: ["csv", "json", "markdown"]) func `messages go to standard error if standard output has data`(
    format: String
  ) {
    let run = run("--format", format, engine: FakeEngine(grade: { _ in .failed }))
    #expect(run.result.messages.hasPrefix("7 rows: 7 failed.\n\nforbidden outcome"))
  }

  @Test func `the table goes to standard error if the report goes to standard output`() {
    let both = run("--csv", "-", "--format", "rows")
    #expect(both.result.output == CSV.report(of: both.rows))
    // Its width may be another one there.
    let words = [both.result.messages, run("--format", "rows").result.output].map { $0.split { $0.isWhitespace } }
    #expect(words[0] == words[1])
    let data = run("--csv", "-", "--format", "csv")
    #expect(data.result.output == CSV.report(of: data.rows))
    #expect(data.result.messages.isEmpty)
  }

  @Test func `a run has color if it is asked for`() {
    #expect(
      run("--format", "rows", "--color", "always", engine: FakeEngine(grade: { _ in .failed })).result.output
        .contains("\u{1B}[31m"))
    #expect(!run("--color", "never").result.output.contains("\u{1B}"))
  }

  @Test func `a run writes samples if they are asked for`() throws {
    let sample = TimingSample(kind: .floor, operations: 3, elapsedNanoseconds: 4)
    let rows = run("--samples", folder("s.csv"), engine: FakeEngine(samples: [sample])).rows
    let lines = rows.map { SamplesCSV.lines(of: $0, samples: [sample]) }
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header + lines.joined())
  }

  @Test func `the output of an interrupted run is complete`() throws {
    let run = run("--samples", folder("s.csv"), engine: FakeEngine(grade: { _ in nil }, status: .interrupted))
    #expect(run.result.code == .interrupted)
    #expect(run.result.output.hasSuffix("\n7 rows: 7 were interrupted.\n"))
    #expect(try folder.text(of: "r.csv") == CSV.report(of: run.rows))
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header)
  }

  @Test func `a note about the rows of a run that was stopped comes first`() throws {
    try folder.write(CSV.header(of: StressColumns.all) + "a row\n", to: "r.csv.partial")
    let messages = run().result.messages
    #expect(messages.hasPrefix("note: an earlier run was stopped"))
    #expect(messages.hasSuffix("r.csv.partial.old\n"))
  }

  @Test(arguments: ["--csv", "--samples"]) func `nothing runs if a file cannot be written`(option: String) {
    let result = invoke([option, folder("no such/file")]) { _, _, _ in Issue.record("something ran") }
    #expect(result.code == .cannotWrite)
    #expect(result.messages.hasPrefix("singleton-bench: cannot write \(folder("no such/file")): No such file"))
    #expect(result.messages.contains("\n  next:     mkdir -p '\(folder("no such"))'\n"))
  }

  @Test func `output that fails in one place is complete in the others`() throws {
    try FileManager.default.createDirectory(atPath: folder("gone"), withIntermediateDirectories: false)
    let path = folder("gone")
    let result = invoke(["--seed", "1", "--csv", folder("r.csv"), "--samples", path + "/s.csv"]) {
      run, facts, listener in
      try FileManager.default.removeItem(atPath: path)
      try FakeEngine().execute(run, facts, listener)
    }
    #expect(result.code == .cannotWrite)
    #expect(result.messages.contains("cannot write \(path)/s.csv"))
    #expect(result.output.hasSuffix("reproduced their known defect.\n"))
    #expect(try folder.names == ["r.csv"])
  }
}
