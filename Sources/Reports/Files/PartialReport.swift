import Core
import Platform
import TextFormats

/// The rows that are finished so far, on disk beside the report until the report itself is there.
final class PartialReport {
  let path: String
  /// Where the rows of an earlier run, one that was killed, were put aside.
  let leftover: String?
  private let file: OutputFile
  /// Bytes up to the end of the last whole line.
  private var length = 0
  private var rowCount = 0

  /// `REPORT.partial`, or `REPORT.partial.PID` where another run that is alive has that.
  init(beside report: String) throws(SystemFailure) {
    let usual = report + ".partial"
    if let claim = try Self.claim(usual) {
      path = usual
      (file, leftover) = claim
    } else {
      (path, file) = try Self.own(usual)
      leftover = nil
    }
    file.truncate(to: 0)
    try keep(CSV.header(of: StressColumns.all))
  }

  /// Without a row there is nothing to keep.
  deinit { if rowCount == 0 { remove() } }

  var hasRows: Bool { rowCount > 0 }

  func append(_ line: String) throws(SystemFailure) {
    try keep(line)
    rowCount += 1
  }

  /// A line that does not fit is taken back, so that all lines are whole.
  private func keep(_ line: String) throws(SystemFailure) {
    do {
      try file.write(line)
      length += line.utf8.count
    } catch {
      file.truncate(to: length)
      throw error
    }
  }

  func remove() {
    if file.isStill(at: path) { FileSystem.remove(path) }
  }

  /// nil where another run holds it, or has just let go of it again and again.
  private static func claim(_ path: String) throws(SystemFailure) -> (OutputFile, leftover: String?)? {
    var leftover: String?
    for _ in 0..<8 {
      let file = try OutputFile(path, .existingOrNew)
      guard file.lock() else { return nil }
      // Between our opening and our locking its owner may have finished, and removed it.
      guard file.isStill(at: path) else { continue }
      guard file.hasSecondLine() else { return (file, leftover) }
      let aside = freeName(path + ".old")
      try FileSystem.move(path, to: aside)
      leftover = aside
    }
    return nil
  }

  private static func own(_ usual: String) throws(SystemFailure) -> (path: String, OutputFile) {
    let path = freeName("\(usual).\(FileSystem.processID)")
    return (path, try OutputFile(path, .new(permissions: 0o666)))
  }

  /// Never one that would lose what another run has left.
  private static func freeName(_ wish: String) -> String {
    var name = wish
    var number = 1
    while FileSystem.exists(name) {
      number += 1
      name = "\(wish).\(number)"
    }
    return name
  }
}
