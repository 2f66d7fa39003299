import Foundation
import SingletonCore
import SingletonReports
import SingletonTextFormats
import TestSupport
import Testing

@Suite struct `Report files` {
  private let folder: TemporaryFolder
  private let rows = SampleRows.all

  init() throws { folder = try TemporaryFolder() }

  @Test func `at the end the report is complete, and no other file is left`() throws {
    let file = try ReportFile(path: folder("r.csv"))
    #expect(file.note == nil)
    for row in rows { try file.append(row) }
    try file.finish(rows)
    #expect(try folder.text(of: "r.csv") == CSV.report(of: rows))
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `the header is on disk before the run, and each row as soon as it is done`() throws {
    let file = try ReportFile(path: folder("r.csv"))
    #expect(try folder.text(of: "r.csv.partial") == CSV.header(of: StressColumns.all))
    try file.append(rows[0])
    #expect(
      try folder.text(of: "r.csv.partial") == CSV.header(of: StressColumns.all)
        + CSV.line(of: rows[0], StressColumns.all))
    #expect(try folder.names == ["r.csv.partial"])
    try file.finish([rows[0]])
  }

  @Test func `the old report stays until the new one is whole`() throws {
    try folder.write("old", to: "r.csv")
    let file = try ReportFile(path: folder("r.csv"))
    try file.append(rows[0])
    #expect(try folder.text(of: "r.csv") == "old")
    try file.finish([rows[0]])
    #expect(try folder.text(of: "r.csv") == CSV.report(of: [rows[0]]))
  }

  @Test func `a run that finished no row leaves nothing`() throws {
    do { _ = try ReportFile(path: folder("r.csv")) }
    #expect(try folder.names == [])
  }

  @Test func `a run that stopped leaves its rows, and the next one says so and keeps them`() throws {
    for attempt in ["r.csv.partial.old", "r.csv.partial.old.2"] {
      try stoppedRun()
      let file = try ReportFile(path: folder("r.csv"))
      #expect(file.note?.hasSuffix(folder(attempt)) == true)
      #expect(try folder.text(of: attempt) == CSV.report(of: [rows[0]]))
      try file.finish(rows)
    }
    #expect(try folder.names == ["r.csv", "r.csv.partial.old", "r.csv.partial.old.2"])
  }

  @Test func `a leftover without rows is removed without a note`() throws {
    try folder.write(CSV.header(of: StressColumns.all), to: "r.csv.partial")
    let file = try ReportFile(path: folder("r.csv"))
    #expect(file.note == nil)
    try file.finish(rows)
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `two runs at once do not mix their rows`() throws {
    let first = try ReportFile(path: folder("r.csv"))
    try first.append(rows[0])
    let second = try ReportFile(path: folder("r.csv"))
    #expect(second.note == nil)
    try second.append(rows[1])
    let own = "r.csv.partial.\(ProcessInfo.processInfo.processIdentifier)"
    #expect(try folder.text(of: "r.csv.partial") == CSV.report(of: [rows[0]]))
    #expect(try folder.text(of: own) == CSV.report(of: [rows[1]]))
    try second.finish([rows[1]])
    #expect(try folder.names == ["r.csv", "r.csv.partial"])
    try first.finish([rows[0]])
    #expect(try folder.text(of: "r.csv") == CSV.report(of: [rows[0]]))
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `many writers at once leave one whole report and nothing else`() async throws {
    let path = folder("r.csv")
    let rows = rows
    try await withThrowingTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          let file = try ReportFile(path: path)
          for row in rows { try file.append(row) }
          try file.finish(rows)
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.text(of: "r.csv") == CSV.report(of: rows))
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `the old file's permissions are kept`() throws {
    try folder.write("old", to: "r.csv")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder("r.csv"))
    try ReportFile(path: folder("r.csv")).finish(rows)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("r.csv"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `samples are written whole, in the report's order`() throws {
    let sample = TimingSample(kind: .access, operations: 1, elapsedNanoseconds: 2)
    let file = try SamplesFile(path: folder("s.csv"))
    for row in rows.reversed() { file.append(row, samples: [sample]) }
    try file.finish(order: rows.map(\.key))
    let lines = rows.map { SamplesCSV.lines(of: $0, samples: [sample]) }
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header + lines.joined())
    #expect(try folder.names == ["s.csv"])
  }

  private func stoppedRun() throws {
    let file = try ReportFile(path: folder("r.csv"))
    try file.append(rows[0])
  }
}
