import Outcomes
import TestSupport
import Testing

@testable import Reports

struct ReportReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func drafts(_ text: String) throws -> [RowDraft] {
    try folder.write(text, to: "report.csv")
    var drafts: [RowDraft] = []
    try ReportReader(path: folder("report.csv")).forEachRow { drafts.append(copy $0) }
    return drafts
  }

  private func error(_ text: String) throws -> InputError {
    try #require(throws: InputError.self) { _ = try drafts(text) }
  }

  /// A report of one row, one cell of it changed.
  private func report(_ column: String, _ text: String) -> String {
    let row = SampleRows.all[0]
    let cells = StressColumns.all.map { $0.name == column ? Cell.text(text) : $0.cell(of: row) }
    return CSV.header + CSV.line(cells)
  }

  @Test func `what was written is read and written again byte for byte`() throws {
    let text = CSV.text(of: SampleRows.all)
    let places = Dictionary(SampleRows.all.map { ($0.key.strategy, $0.key.catalogIndex) }) { first, _ in first }
    let rows = try drafts(text).map { try StressRow($0, catalogIndex: places[$0.strategy]!) }
    #expect(CSV.text(of: rows) == text)
    #expect(rows.map(\.grade) == SampleRows.all.inReportOrder.map(\.grade))
  }

  @Test func `columns may stand in any order, with unknown ones among them`() throws {
    let columns = StressColumns.all.reversed()
    let header = CSV.line([.text("of the future")] + columns.map { .text($0.name) })
    let rows = SampleRows.all.map { row in CSV.line([.text("?")] + columns.map { $0.cell(of: row) }) }
    let drafts = try drafts(header + rows.joined())
    #expect(drafts.map(\.strategy) == SampleRows.all.map(\.key.strategy))
    #expect(drafts.map(\.grade) == SampleRows.all.map(\.grade))
  }

  @Test(arguments: StressColumns.all.filter { $0.reading?.isRequired == true }.map(\.name))
  func `a report without a column that it needs is refused by name`(missing: String) throws {
    let columns = StressColumns.all.filter { $0.name != missing }
    let text = CSV.text(of: [SampleRows.all[0]], columns)
    #expect(try error(text).problem == "no column \(missing)")
  }

  @Test func `a report of an older version lacks columns that were appended since`() throws {
    let columns = StressColumns.all.filter { $0.name != "clock_resolution_ns" && $0.name != "refused" }
    let drafts = try drafts(CSV.text(of: [SampleRows.all[0]], columns))
    #expect(drafts[0].clockResolution == nil && drafts[0].counts[.refused] == nil)
  }

  @Test(arguments: StressColumns.all.filter { $0.kind != .text }.map(\.name))
  func `a number that is none is refused with its line and column`(column: String) throws {
    for text in ["x", "1x", "0x10", "nan", "inf", "1 ", "99999999999999999999999x", "-1"] {
      let error = try error(report(column, text))
      #expect(error.line == 2 && error.column == column)
    }
  }

  @Test(arguments: [
    ("status", "fine"), ("status", "exit:x"), ("grade", "good"), ("expected", "defect:nothing"), ("expected", ""),
    ("strategy", ""), ("threads", ""), ("status", ""), ("schema_version", "2"), ("schema_version", ""),
  ]) func `a word that means nothing is refused`(column: String, text: String) throws {
    let error = try error(report(column, text))
    #expect(error.line == 2 && error.column == column)
    #expect(!error.expected.isEmpty)
  }

  @Test func `bytes that are no UTF-8 are refused`() throws {
    let bytes = Array(CSV.text(of: [SampleRows.all[0]]).utf8)
    let changed = bytes.map { $0 == UInt8(ascii: "o") ? 0xff : $0 }
    try folder.write(changed, to: "report.csv")
    #expect(throws: InputError.self) { try ReportReader(path: folder("report.csv")) }
  }

  @Test func `a column that stands there twice is refused`() throws {
    #expect(try error("strategy,strategy\nx,y\n").problem == "it stands there twice")
  }

  @Test func `a row with too few fields is refused with both numbers`() throws {
    let error = try error(CSV.header + "1,2,3\n")
    #expect(error.problem == "3 fields")
    #expect(error.expected.hasPrefix("\(StressColumns.all.count) fields"))
  }

  @Test(arguments: ["=1+2", "-x", "@me", "'quoted'"]) func `a guarded text is taken back`(commit: String) throws {
    let text = CSV.text(of: [SampleRows.row("once", commit: commit)])
    #expect(try drafts(text)[0].commit == commit)
  }

  @Test(arguments: [
    ("0", 0), ("1.25", 1.25), ("123456.789", 123456.789), ("0.1", 0.1), ("1e3", 1000),
    ("9007199254740993", 9_007_199_254_740_992), ("0.000000000000000000001", 1e-21),
    ("12345678901234567890.5", 1.2345678901234567e19),
  ]) func `a decimal number is the nearest there is`(text: String, value: Double) throws {
    #expect(try drafts(report("access_p50_ns", text))[0].accessP50 == value)
  }
}

struct JoinedReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ rows: [StressRow], _ name: String) throws -> String {
    try folder.write(CSV.text(of: rows), to: name)
    return folder(name)
  }

  @Test func `shards make the whole, in its order`() throws {
    let whole = SampleRows.all.inReportOrder
    let paths = try (0..<3).map { shard in
      try write(stride(from: shard, to: whole.count, by: 3).map { whole[$0] }, "\(shard).csv")
    }
    let order = ["unsynchronized", "", "spin-lock", "once", "subclass-once", "over-release", "owner-scoped"]
    let joined = try JoinedReport(paths.reversed(), order: order + ["semaphore-guarded-inherited"])
    #expect(CSV.text(of: joined.rows) == CSV.text(of: whole))
    #expect(joined.notes.isEmpty)
  }

  @Test func `a row that two reports have is refused, with both places`() throws {
    let paths = [
      try write(Array(SampleRows.all.prefix(3)), "a.csv"), try write(Array(SampleRows.all.suffix(6)), "b.csv"),
    ]
    let error = #expect(throws: InputError.self) { try JoinedReport(paths, order: []) }
    #expect(error?.path == paths[1])
    #expect(error?.problem.contains("a.csv, line ") == true)
  }
}
