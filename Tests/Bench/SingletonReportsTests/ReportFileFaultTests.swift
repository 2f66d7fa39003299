import Foundation
import SingletonReports
import SingletonTextFormats
import TestSupport
import Testing

/// Report files at paths that do not name a regular file in a folder.
@Suite struct `Report files at unusual paths` {
  private let folder: TemporaryFolder
  private let rows = SampleRows.all

  init() throws { folder = try TemporaryFolder() }

  @Test func `a link to a report stays, and its target is written`() throws {
    try FileManager.default.createDirectory(atPath: folder("real"), withIntermediateDirectories: false)
    try link("a.csv", to: "b.csv")
    try link("b.csv", to: "real/r.csv")
    for _ in 1...2 {
      // The chain of links leads to nothing the first time, and to a file the second time.
      let file = try ReportFile(path: folder("a.csv"), force: true)
      try file.append(rows[0])
      try file.finish(rows)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("a.csv")) == "b.csv")
    #expect(try folder.text(of: "real/r.csv") == CSV.report(of: rows))
    #expect(try folder.names == ["a.csv", "b.csv", "real"])
  }

  @Test func `a pipe gets the report, and is not replaced`() async throws {
    let path = folder("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let file = try ReportFile(path: path, force: true)
    try file.append(rows[0])
    let reader = Thread.reading(path)
    try file.finish(rows)
    #expect(await reader.first { _ in true } == CSV.report(of: rows))
    #expect(try kind(of: path) != .typeRegular)
    #expect(try folder.names == ["pipe"])
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable)) func `a device gets the report, and is not replaced`() throws {
    let device = try #require(ExpendableDevice.null.path(in: folder))
    let before = try folder.names
    let file = try ReportFile(path: device, force: true)
    try file.append(rows[0])
    try file.finish(rows)
    #expect(try kind(of: device) == .typeCharacterSpecial)
    #expect(try folder.names == before)
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable))
  func `a full device is an error at the end, with its reason`() throws {
    let device = try #require(ExpendableDevice.full.path(in: folder))
    let file = try ReportFile(path: device, force: true)
    try file.append(rows[0])
    let error = #expect(throws: OutputError.self) { try file.finish(rows) }
    #expect(error?.description.hasPrefix("cannot write \(device): No space left on device\n") == true)
    #expect(try kind(of: device) == .typeCharacterSpecial)
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable))
  func `a link to a full device is an error, and stays a link`() throws {
    let device = try #require(ExpendableDevice.full.path(in: folder))
    try link("full.csv", to: device)
    let before = try folder.names
    let samples = try SamplesFile(path: folder("full.csv"), force: true)
    #expect(throws: OutputError.self) { try samples.finish(order: []) }
    #expect(try folder.names == before)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("full.csv")) == device)
  }

  #if os(Linux)
    @Test func `a regular file that is open is appended to, not replaced`() throws {
      try folder.write("before\n", to: "log")
      let handle = try #require(FileHandle(forUpdatingAtPath: folder("log")))
      try ReportFile(path: "/proc/self/fd/\(handle.fileDescriptor)", force: true).finish(rows)
      #expect(try folder.text(of: "log") == "before\n" + CSV.report(of: rows))
      #expect(try folder.names == ["log"])
    }
  #endif

  @Test func `the path of a folder is an error before the run, with a path that would do`() throws {
    #expect(
      message(folder.path) == """
        cannot write \(folder.path): Is a directory
          expected: the path of a file
          next:     --csv \(folder.path)/singleton-bench.csv
        """)
  }

  @Test func `a missing folder is an error before the run, with the command that creates it`() {
    #expect(
      message(folder("no such/r.csv")) == """
        cannot write \(folder("no such/r.csv")): No such file or directory
          expected: a file that can be written, in a folder that exists
          next:     mkdir -p '\(folder("no such"))'
        """)
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `a folder or a file that may not be written is an error before the run`() throws {
    try folder.write("", to: "r.csv")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder("r.csv"))
    #expect(message(folder("r.csv"))?.contains("Permission denied") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    #expect(message(folder("new.csv"))?.contains("Permission denied") == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
  }

  @Test(arguments: ["", "loop.csv", "file/r.csv"]) func `a path that leads nowhere is an error`(name: String) throws {
    try link("loop.csv", to: "loop.csv")
    try folder.write("", to: "file")
    #expect(message(name.isEmpty ? "" : folder(name)) != nil)
    #expect(try folder.names == ["file", "loop.csv"])
  }

  @Test func `an error at the end names the file with the rows, and leaves no temporary file`() throws {
    let file = try ReportFile(path: folder("r.csv"), force: true)
    try file.append(rows[0])
    // A rename cannot replace a folder.
    try FileManager.default.createDirectory(atPath: folder("r.csv"), withIntermediateDirectories: false)
    let error = #expect(throws: OutputError.self) { try file.finish(rows) }
    #expect(error?.description.contains("\n  the finished rows are in \(folder("r.csv.partial"))\n") == true)
    #expect(error?.readerHasGone == false)
    #expect(try folder.names == ["r.csv", "r.csv.partial"])
    #expect(try folder.text(of: "r.csv.partial") == CSV.report(of: [rows[0]]))
  }

  private func message(_ path: String) -> String? {
    do throws(OutputError) {
      _ = try ReportFile(path: path, force: true)
      return nil
    } catch {
      return error.description
    }
  }

  private func kind(of path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder(name), withDestinationPath: target)
  }
}

extension Thread {
  /// Begins to read everything from a pipe on another thread. A task would not begin before the tests that wait for a
  /// thread, while the caller keeps one of few.
  fileprivate static func reading(_ path: String) -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        let data = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        continuation.yield(String(decoding: data ?? Data(), as: UTF8.self))
        continuation.finish()
      }
    }
  }
}
