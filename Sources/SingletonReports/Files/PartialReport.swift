import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The rows finished so far, kept on disk beside the report until the report itself is written.
final class PartialReport {
  let path: String
  /// The path to which the rows of an earlier run were moved, if that run was killed.
  let leftover: String?
  private let file: OutputFile
  /// The number of bytes up to the end of the last complete line.
  private var length = 0
  private var rowCount = 0

  /// Opens `REPORT.partial`, or `REPORT.partial.PID` if another run that is still alive holds the former.
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

  /// Removes the file if it has no rows.
  deinit { if rowCount == 0 { remove() } }

  var hasRows: Bool { rowCount > 0 }

  func append(_ line: String) throws(SystemFailure) {
    try keep(line)
    rowCount += 1
  }

  /// Writes a line. A line that does not fit is removed again, so that all lines are complete.
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

  /// Locks the file, and moves aside the rows that an earlier run left in it. Returns `nil` if another run holds the
  /// file, or if it keeps being removed.
  private static func claim(_ path: String) throws(SystemFailure) -> (OutputFile, leftover: String?)? {
    var leftover: String?
    for _ in 0..<8 {
      let file = try OutputFile(path, .existingOrNew)
      guard file.lock() else { return nil }
      // Between the opening and the locking, the owner of the file may have finished and removed it.
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

  /// Returns a name that is not in use, so that no rows left by another run are lost.
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
