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
    let file = try ReportFile(path: folder("r.csv"), force: true)
    #expect(file.notes == [])
    for row in rows { try file.append(row) }
    try file.finish(rows)
    #expect(try folder.text(of: "r.csv") == CSV.report(of: rows))
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `the header is on disk before the run, and each row as soon as it is done`() throws {
    let file = try ReportFile(path: folder("r.csv"), force: true)
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
    let file = try ReportFile(path: folder("r.csv"), force: true)
    try file.append(rows[0])
    #expect(try folder.text(of: "r.csv") == "old")
    try file.finish([rows[0]])
    #expect(try folder.text(of: "r.csv") == CSV.report(of: [rows[0]]))
  }

  @Test func `a run that finished no row leaves nothing`() throws {
    do { _ = try ReportFile(path: folder("r.csv"), force: true) }
    #expect(try folder.names == [])
  }

  @Test func `a run that stopped leaves its rows, and the next one says so and keeps them`() throws {
    for attempt in ["r.csv.partial.old", "r.csv.partial.old.2"] {
      try stoppedRun()
      let file = try ReportFile(path: folder("r.csv"), force: true)
      #expect(file.notes.count == 1 && file.notes[0].hasSuffix(folder(attempt)))
      #expect(try folder.text(of: attempt) == CSV.report(of: [stopped]))
      try file.finish(rows)
    }
    #expect(try folder.names == ["r.csv", "r.csv.partial.old", "r.csv.partial.old.2"])
  }

  @Test func `a report that is closed is free, though a process that is just being started still has it`() throws {
    let partial = folder("r.csv.partial")
    var copy: Int32?
    do {
      let file = try ReportFile(path: folder("r.csv"), force: true)
      // What fork does to the descriptors of a process.
      copy = (3..<1_024).first { isOpen($0, at: partial) }.map { dup($0) }
      try file.append(stopped)
    }
    defer { copy.map { _ = close($0) } }
    #expect(copy.map { isOpen($0, at: partial) } == true)
    #expect(
      try ReportFile(path: folder("r.csv"), force: true).notes.first?.hasSuffix(folder("r.csv.partial.old")) == true)
  }

  private func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }

  @Test func `the rows of a run in an older order of columns are kept, and other files are not touched`() throws {
    let old = try Repository.text("Benchmarks/Bench/Baselines/f9bca51adf4d779a.csv")
    #expect(!old.hasPrefix("strategy"))
    try folder.write(old, to: "r.csv.partial")
    try ReportFile(path: folder("r.csv"), force: false).finish(rows)
    #expect(try folder.text(of: "r.csv.partial.old") == old)
    for other in ["strategy,scenario,threads,engine\n", "schema_version,strategy,scenario\n", "strategy;form\n"] {
      try folder.write(other, to: "r.csv.partial")
      #expect(throws: OutputError.self) { try ReportFile(path: folder("r.csv"), force: false) }
      #expect(try folder.text(of: "r.csv.partial") == other)
    }
  }

  @Test func `a report in an older order of columns may be replaced without force`() throws {
    try folder.write(Repository.text("Benchmarks/Bench/Baselines/f9bca51adf4d779a.csv"), to: "r.csv")
    try ReportFile(path: folder("r.csv"), force: false).finish(rows)
    #expect(try folder.text(of: "r.csv") == CSV.report(of: rows))
  }

  /// Makes a file look older than one that another process is just writing.
  private func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: folder(name))
  }

  @Test func `what killed runs left beside the report is found, named, and removed or kept`() throws {
    try folder.write("half", to: "r.csv.partial.new-abc")
    try folder.write(CSV.report(of: [stopped]), to: "r.csv.partial.4194305")
    try folder.write(CSV.header(of: StressColumns.all), to: "r.csv.partial.4194306")
    // Of a version that this one cannot read.
    try folder.write("other,columns\n1,2\n", to: "r.csv.partial.4194307")
    try folder.write("another's", to: "q.csv.partial.new-abc")
    for name in try folder.names { try age(name) }
    // Young ones may be about to be locked.
    try folder.write("young", to: "r.csv.partial.new-young")
    let file = try ReportFile(path: folder("r.csv"), force: true)
    #expect(
      file.notes == [
        "an earlier run was stopped before its end; its finished rows are now in \(folder("r.csv.partial.old"))",
        "an earlier run was stopped before its end; its finished rows are now in \(folder("r.csv.partial.old.2"))",
        "removed \(folder("r.csv.partial.new-abc")), which an earlier run left when it was killed",
      ])
    try file.finish(rows)
    #expect(
      try folder.names == [
        "q.csv.partial.new-abc", "r.csv", "r.csv.partial.new-young", "r.csv.partial.old", "r.csv.partial.old.2",
      ])
    #expect(try folder.text(of: "r.csv.partial.old.2") == "other,columns\n1,2\n")
  }

  @Test func `rows that are in the report already are no leftover`() throws {
    try folder.write(CSV.report(of: [rows[0]]), to: "r.csv.partial")
    try folder.write(CSV.report(of: rows), to: "r.csv")
    let file = try ReportFile(path: folder("r.csv"), force: true)
    #expect(file.notes == [])
    try file.finish(rows)
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `a name that is accepted before the run can be written after it`() throws {
    let name = String(repeating: "n", count: 247)
    let file = try ReportFile(path: folder(name), force: true)
    try file.append(rows[0])
    try file.finish(rows)
    #expect(try folder.names == [name])
    #expect(throws: OutputError.self) { try ReportFile(path: folder(name + "n"), force: true) }
  }

  @Test func `something in the way of the partial report is named`() throws {
    try FileManager.default.createDirectory(atPath: folder("r.csv.partial"), withIntermediateDirectories: false)
    let error = try #require(throws: OutputError.self) { try ReportFile(path: folder("r.csv"), force: true) }
    #expect(
      error.description.hasPrefix(
        "cannot write \(folder("r.csv.partial")), which keeps the finished rows during the run: Is a directory\n"))
    #expect(error.description.contains("  next:     mv \(folder("r.csv.partial")) elsewhere, or name"))
  }

  @Test func `a leftover without rows is removed without a note`() throws {
    try folder.write(CSV.header(of: StressColumns.all), to: "r.csv.partial")
    let file = try ReportFile(path: folder("r.csv"), force: true)
    #expect(file.notes == [])
    try file.finish(rows)
    #expect(try folder.names == ["r.csv"])
  }

  @Test func `two runs at once do not mix their rows`() throws {
    let first = try ReportFile(path: folder("r.csv"), force: true)
    try first.append(rows[0])
    let second = try ReportFile(path: folder("r.csv"), force: true)
    #expect(second.notes.count == 1 && second.notes[0].hasPrefix("another run is writing "))
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
          let file = try ReportFile(path: path, force: true)
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
    try ReportFile(path: folder("r.csv"), force: true).finish(rows)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("r.csv"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `samples are written whole, in the report's order`() throws {
    let sample = TimingSample(kind: .access, operations: 1, elapsedNanoseconds: 2)
    let file = try SamplesFile(path: folder("s.csv"), force: true)
    for row in rows.reversed() { file.append(row, samples: [sample]) }
    try file.finish(order: rows.map(\.key))
    let lines = rows.map { SamplesCSV.lines(of: $0, samples: [sample]) }
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header + lines.joined())
    #expect(try folder.names == ["s.csv"])
  }

  @Test func `samples of an older version may be replaced without force, and a report may not`() throws {
    try folder.write("run_id,strategy,scenario,threads,replicate,kind,batch,ops,elapsed_ns\n", to: "s.csv")
    try SamplesFile(path: folder("s.csv"), force: false).finish(order: [])
    #expect(try folder.text(of: "s.csv") == SamplesCSV.header)
    try folder.write(CSV.report(of: rows), to: "r.csv")
    #expect(throws: OutputError.self) { try SamplesFile(path: folder("r.csv"), force: false) }
    #expect(throws: OutputError.self) { try ResultFile(path: folder("r.csv"), .page, force: false) }
  }

  private func stoppedRun() throws {
    let file = try ReportFile(path: folder("r.csv"), force: true)
    try file.append(stopped)
  }

  /// A row of a run that no report has.
  private var stopped: StressRow {
    var row = rows[0]
    row.run.id = "stopped"
    return row
  }
}
