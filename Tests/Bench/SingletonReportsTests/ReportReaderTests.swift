import Foundation
import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonStatistics
import SingletonTextFormats
import TestSupport
import Testing

@testable import SingletonReports

@Suite struct `Reading reports` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ text: String) throws -> [StressRow] {
    try folder.write(text, to: "report.csv")
    var reader = try RowReader.report(folder("report.csv"))
    return try reader.rows()
  }

  private func error(_ text: String) throws -> InputError {
    try #require(throws: InputError.self) { _ = try rows(text) }
  }

  /// Returns a report of one row with one field changed.
  private func report(_ column: String, _ text: String) -> String {
    let row = SampleRows.all[0]
    let fields = StressColumns.all.map { $0.name == column ? FieldValue.text(text) : $0.value(of: row) }
    return CSV.header(of: StressColumns.all) + CSV.line(fields)
  }

  @Test func `the sample report reads back as it was written`() throws {
    let text = CSV.report(of: SampleRows.all)
    #expect(CSV.report(of: try rows(text)) == text)
  }

  @Test(arguments: 0..<20) func `rows of any values read back as they were written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let written = (1...50).map { _ in StressRow.random(&random) }
    let text = CSV.report(of: written)
    let read = try rows(text)
    #expect(CSV.report(of: read) == text)
    #expect(RunTable(read, showing: .counts).text(width: 80) == RunTable(written, showing: .counts).text(width: 80))
  }

  @Test func `columns may be in any order, with unknown ones among them`() throws {
    let columns = StressColumns.all.reversed()
    let header = CSV.line([.text("of the future")] + columns.map { .text($0.name) })
    let lines = SampleRows.all.map { row in CSV.line([.text("?")] + columns.map { $0.value(of: row) }) }
    #expect(CSV.report(of: try rows(header + lines.joined())) == CSV.report(of: SampleRows.all))
  }

  @Test(arguments: [
    "Benchmarks/Bench/Baselines/f9bca51adf4d779a.csv", "Tests/Bench/SingletonReportsTests/Golden/report.csv",
  ])
  func `a report says the same in any order of its columns`(path: String) throws {
    let text = try Repository.text(path)
    let records = try records(ofCSV: text)
    var random = SplitMix64(seed: 7)
    let places = records[0].indices.shuffled(using: &random)
    // Each field is in quotes, so that no field has to be judged.
    let shuffled = records.map { fields in
      places.map { "\"" + fields[$0].replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }
    let (read, again) = (try rows(text), try rows(shuffled.joined()))
    #expect(CSV.report(of: again) == CSV.report(of: read))
    #expect(RunTable(again).text() == RunTable(read).text())
  }

  @Test(arguments: ["1", "4"]) func `a report of another schema is refused for that, whatever else it has`(
    version: String
  ) throws {
    let text = report("grade", "held")
    let error = try error(text.replacing(",3,0.1.0,", with: ",\(version),0.1.0,"))
    #expect(error.column == "schema_version" && error.problem == "\"\(version)\"")
  }

  @Test func `a report of schema 1 is refused with what to do about it`() throws {
    let error = try error(report("schema_version", "1"))
    #expect(error.line == 2 && error.column == "schema_version" && error.problem == "\"1\"")
    #expect(error.expected.contains("2 or 3, which this program reads; make the report anew"))
  }

  @Test func `an empty field does not keep the value of the row before`() throws {
    let full = SampleRows.row("once", measured: SampleRows.measured(trials: 5, access: 2))
    let empty = SampleRows.row("once", status: .interrupted)
    let text = CSV.report(of: [full, empty, full])
    #expect(CSV.report(of: try rows(text)) == text)
    let gap = CSV.report(of: [full]) + CSV.line(of: full, StressColumns.all).replacing(",320,", with: ",,")
    #expect(try rows(gap)[0].measured?.tally[.accesses] == 320)
    #expect(try rows(gap)[1].measured?.tally[.accesses] == 0)
  }

  @Test(arguments: StressColumns.all.filter { $0.requirement != .optional }.map(\.name))
  func `a report without a column that it needs is refused by name`(missing: String) throws {
    let columns = StressColumns.all.filter { $0.name != missing }
    let text = CSV.text(of: [SampleRows.all[0]], columns)
    #expect(try error(text).problem == "no column \(missing)")
  }

  @Test func `a report of only the columns that are required can be read`() throws {
    let row = try rows(CSV.text(of: [SampleRows.all[0]], StressColumns.all.filter { $0.requirement != .optional }))[0]
    #expect(row.run.clockResolution == nil && row.measured == nil && row.key.placement == "near")
  }

  @Test func `a report from before counts could vary is read, with exact counts`() throws {
    var row = SampleRows.row("once", measured: SampleRows.measured(trials: 6))
    var counts = AccessCounts()
    counts.later = InstructionCount(instructions: 5)
    row.measured?.counts = counts
    let older = StressColumns.all.filter { !$0.name.hasSuffix("_instructions_most") }
    #expect(older.count == StressColumns.all.count - 2)
    #expect(try rows(CSV.text(of: [row], older))[0].measured?.counts == counts)
  }

  @Test func `a report of schema 2 is read, with its decimal seed and its colons`() throws {
    var row = SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 6))
    row.seed = 13_713_021_679_855_543_576
    let text = CSV.report(of: [row])
    let old = text.replacing(",3,0.1.0,", with: ",2,0.1.0,").replacing("0xbe4e97ab73cac118", with: "\(row.seed)")
      .replacing("1=6", with: "1:6")
    #expect(try ParsedReport(old)["schema_version"] == ["2"])
    #expect(CSV.report(of: try rows(old)) == text)
  }

  @Test(arguments: [0, 1, 255, UInt64.max]) func `a seed survives a spreadsheet, and is read back`(seed: UInt64) throws
  {
    var row = SampleRows.row("once")
    row.seed = seed
    let text = CSV.report(of: [row])
    let cell = try #require(try ParsedReport(text).rows[0]["seed"])
    // Spreadsheets keep 15 digits of what they take for a number, and take "1e5" for one.
    #expect(cell.hasPrefix("0x") && Double(cell.dropFirst(1).prefix(1)) == nil)
    #expect(try rows(text)[0].seed == seed)
  }

  @Test(arguments: ["x", "0x", "0x-1", "0x1g", "-1", "0x10000000000000000", "18446744073709551616"])
  func `a malformed seed is refused`(seed: String) throws {
    #expect(try error(report("seed", seed)).column == "seed")
  }

  @Test(arguments: [
    ("form", "horness"), ("engine", "dispatcher"), ("placement", "neer"), ("placed", "afar"), ("build", "relaese"),
    ("initializer_cost", "slep:1ms"), ("verdict", "saef"), ("grade", "held"), ("status", "okay"), ("expected", "sond"),
  ]) func `a word that a column cannot have is refused with its line and column`(column: String, word: String) throws {
    let error = try error(report(column, word))
    #expect(error.line == 2 && error.column == column && error.problem == "\"\(word)\"")
  }

  @Test(arguments: StressColumns.all.filter { !$0.choices.isEmpty }.map(\.name))
  func `a column with a closed set of words takes each of them, and names all if it gets another`(name: String) throws {
    let column = try #require(StressColumns.all.first { $0.name == name })
    for word in column.choices { #expect(try rows(report(name, word)).count == 1) }
    let error = try error(report(name, "no such word"))
    #expect(error.column == name && error.expected == "one of " + column.choices.joined(separator: ", "))
  }

  @Test func `no cell of a report can be taken for a time of day or a date`() throws {
    let written = CSV.report(of: SampleRows.all)
    #expect(CSV.report(of: try rows(written)) == written)
    let report = try ParsedReport(written)
    for row in report.rows {
      for (column, cell) in row where column != "started_utc" {
        #expect(!cell.contains(/^\d+[:\/-]\d+/), "\(column): \(cell)")
      }
    }
  }

  @Test func `the committed baselines can be read, whatever version wrote them`() throws {
    let folder = Repository.root.appending(path: "Benchmarks/Bench/Baselines")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let baselines = files.filter { $0.pathExtension == "csv" }
    #expect(!baselines.isEmpty)
    for baseline in baselines {
      var reader = try RowReader.report(baseline.path)
      #expect(throws: Never.self) { try reader.rows() }
    }
  }

  @Test(arguments: StressColumns.all.filter { $0.kind != .text }.map(\.name))
  func `a malformed number is refused with its line and column`(column: String) throws {
    for text in ["x", "1x", "0x10", "nan", "inf", "1 ", "99999999999999999999999x", "-1"] {
      let error = try error(report(column, text))
      #expect(error.line == 2 && error.column == column)
    }
  }

  @Test(arguments: [
    ("status", "fine"), ("status", "exit:x"), ("grade", "good"), ("expected", "defect:nothing"), ("expected", ""),
    ("strategy", ""), ("threads", ""), ("status", ""), ("schema_version", "4"), ("schema_version", ""),
  ]) func `an unknown word is refused with its line and column`(column: String, text: String) throws {
    let error = try error(report(column, text))
    #expect(error.line == 2 && error.column == column)
    #expect(!error.expected.isEmpty)
  }

  @Test(arguments: [
    "x", "1", "1=", "=1200000", "1=1200000 ", "1=1199999  2=1", "2=1 1=1199999", "1=1 1=1199999", "1=1200000 2=0",
    "1=1200000,2=0", "1=-1", "1=1199999", "1=1200000 2=1", "1=18446744073709551615 2=1200001", "1==1200000",
  ]) func `numbers of instances that are malformed, or not those of all trials, are refused`(text: String) throws {
    let error = try error(report("instances_per_trial", text))
    #expect(error.line == 2 && error.column == "instances_per_trial")
    #expect(error.expected == "instances and trials, ascending, such as 1=9000 2=950, whose sum is the column trials")
  }

  @Test func `numbers of instances must be those of their own row's trials`() throws {
    let lines = [5, 6].map { SampleRows.row("once", measured: SampleRows.measured(trials: $0)) }
    let text = CSV.report(of: lines)
    #expect(try rows(text).map { $0.measured?.tally.trialsByInstances } == [[1: 5], [1: 6]])
    #expect(try error(text.replacing("1=6", with: "1=5")).line == 3)
  }

  @Test func `a report from before the numbers of instances can be read, and has none`() throws {
    let columns = StressColumns.all.filter { $0.name != "instances_per_trial" }
    let row = try rows(CSV.text(of: [SampleRows.all[0]], columns))[0]
    #expect(row.measured?.tally.trialsByInstances == [:])
    #expect(CSV.text(of: [row], columns) == CSV.text(of: [SampleRows.all[0]], columns))
  }

  @Test func `malformed UTF-8 is refused`() throws {
    let bytes = Array(CSV.report(of: [SampleRows.all[0]]).utf8)
    let changed = bytes.map { $0 == UInt8(ascii: "o") ? 0xff : $0 }
    try folder.write(changed, to: "report.csv")
    #expect(throws: InputError.self) { try RowReader.report(folder("report.csv")) }
  }

  @Test func `a report that has a column twice is refused`() throws {
    #expect(try error("strategy,strategy\nx,y\n").problem == "it occurs twice")
  }

  @Test func `a row with too few fields is refused with both numbers`() throws {
    let error = try error(CSV.header(of: StressColumns.all) + "1,2,3\n")
    #expect(error.problem == "3 fields")
    #expect(error.expected.hasPrefix("\(StressColumns.all.count) fields"))
  }

  @Test(arguments: ["=1+2", "-x", "@me", "'quoted'"])
  func `a text that was guarded against spreadsheets reads back as it was`(commit: String) throws {
    var row = SampleRows.row("once")
    row.run.commit = commit
    #expect(try rows(CSV.report(of: [row]))[0].run.commit == commit)
  }

  @Test(arguments: [
    ("0", 0), ("1.25", 1.25), ("123456.789", 123456.789), ("0.1", 0.1), ("1e3", 1000),
    ("9007199254740993", 9_007_199_254_740_992), ("0.000000000000000000001", 1e-21),
    ("12345678901234567890.5", 1.2345678901234567e19),
  ]) func `a decimal number is read as the nearest floating-point number`(text: String, value: Double) throws {
    #expect(try rows(report("access_p50_ns", text))[0].measured?.access?.p50 == value)
  }
}

@Suite struct `Ordered reports` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ rows: [StressRow], _ name: String) throws -> String {
    try folder.write(CSV.report(of: rows), to: name)
    return folder(name)
  }

  @Test func `a report's rows are in the usual order, whatever the order in the file`() throws {
    let whole = SampleRows.all.inReportOrder(["unsynchronized", "spin-lock", "once"])
    let report = try OrderedReport(
      write(whole.reversed(), "r.csv"), strategies: ["unsynchronized", "spin-lock", "once"])
    #expect(CSV.report(of: report.rows) == CSV.report(of: whole))
    #expect(report.notes.isEmpty)
  }

  @Test func `the forms of a strategy are in one order, whatever the order in which they ran`() {
    let rows = ["once", "mutex"].flatMap { strategy in
      ["plain", "harness"].flatMap { form in
        [Scenario.mixedConstruction, .firstAccess].map { scenario in
          var row = SampleRows.row(strategy, scenario: scenario)
          row.key.form = form
          return row
        }
      }
    }
    let titles = { (rows: [StressRow]) in rows.inReportOrder(["mutex", "once"]).map(\.key.title) }
    #expect(titles(rows) == titles(rows.reversed()))
    #expect(
      titles(rows).prefix(4) == [
        "mutex, first-access, 64 threads", "mutex, mixed-construction, 64 threads",
        "mutex, first-access, 64 threads, plain", "mutex, mixed-construction, 64 threads, plain",
      ])
  }

  @Test func `rows that differ in the cost of the initializer are in the order of their costs`() {
    let rows = ["sleep:1ms", "0", "yield"].flatMap { cost in
      [2, 1].map { replicate in
        var row = StressRow.sample(replicate: replicate)
        row.key.initializerCost = cost
        return row
      }
    }
    let keys = rows.inReportOrder([]).map(\.key)
    #expect(keys.map(\.initializerCost) == ["0", "0", "yield", "yield", "sleep:1ms", "sleep:1ms"])
    #expect(keys.map(\.replicate) == [1, 2, 1, 2, 1, 2])
  }

  @Test func `a row that a report has twice is refused with both places`() throws {
    let path = try write(Array(SampleRows.all.prefix(3)) + [SampleRows.all[1]], "a.csv")
    let error = #expect(throws: InputError.self) { try OrderedReport(path, strategies: []) }
    #expect(error?.path == path && error?.line == 5)
    #expect(error?.problem == "this row is in line 3, too")
  }
}
