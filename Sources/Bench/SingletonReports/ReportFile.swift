package import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The report on disk. It is checked before the run, kept safe during the run, and replaced as a whole at the end.
package final class ReportFile {
  /// Messages for the user before the run.
  package let notes: [String]
  private let path: String
  private let target: OutputTarget
  /// The rows finished so far, on disk; `nil` if the report is not a regular file.
  private var partial: PartialReport?

  package var isStream: Bool { target.isStream }

  /// - Parameter force: Whether the report may replace a file that is not a report.
  package init(path: String, force: Bool) throws(OutputError) {
    self.path = path
    target = try OutputRole.report.target(path, force: force)
    guard case .file(let file) = target else {
      notes = []
      return
    }
    do {
      // The partial report is next to the path that the user named, even if that path is a link to another folder.
      partial = try PartialReport(beside: path)
    } catch {
      throw .partial(of: path, error)
    }
    let rival =
      partial!.hasRival
      ? ["another run is writing \(path.harmless), too; the run that ends last replaces the other's report"]
      : []
    let removed = AtomicReplacement.removeLeftovers(beside: file)
    notes =
      partial!.leftovers.map {
        "an earlier run was stopped before its end; its finished rows are now in \($0.harmless)"
      } + rival
      + removed.map { "removed \($0.harmless), which an earlier run left when it was killed" }
  }

  /// Returns the path of the file that keeps a run's finished rows until the run ends.
  package static func pathOfFinishedRows(beside report: String) -> String { PartialReport.path(beside: report) }

  /// Saves a finished row immediately.
  package func append(_ row: StressRow) throws(OutputError) {
    do {
      try partial?.append(CSV.line(of: row, StressColumns.all))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
  }

  /// Writes the whole report, in the report's order.
  ///
  /// - Parameter rows: All rows, including those that were appended.
  package func finish(_ rows: [StressRow]) throws(OutputError) {
    do {
      try target.write(CSV.report(of: rows))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
    partial?.remove()
    partial = nil
  }

  private var keptAt: String? { partial.flatMap { $0.hasRows ? $0.path : nil } }
}

/// The rows finished so far. They are kept on disk next to the report until the report itself is written.
final class PartialReport {
  let path: String
  /// The paths to which the rows of earlier, killed runs were moved.
  let leftovers: [String]
  /// Whether another running process is writing the same report.
  let hasRival: Bool
  private let file: OutputFile
  /// The number of bytes up to the end of the last complete line.
  private var length = 0
  private var rowCount = 0

  /// Opens `REPORT.partial`, or `REPORT.partial.PID` if another running process uses `REPORT.partial`.
  init(beside report: String) throws(SystemFailure) {
    let usual = Self.path(beside: report)
    var leftovers: [String] = []
    if let claimed = try Self.claim(usual, report, &leftovers) {
      (path, file, hasRival) = (usual, claimed, false)
    } else {
      (path, file) = try Self.own(usual)
      hasRival = true
    }
    self.leftovers = leftovers + (try Self.leftoversOfOthers(usual, report))
    file.truncate(to: 0)
    try keep(CSV.header(of: StressColumns.all))
  }

  deinit { if rowCount == 0 { remove() } }

  var hasRows: Bool { rowCount > 0 }

  func append(_ line: String) throws(SystemFailure) {
    try keep(line)
    rowCount += 1
  }

  /// Writes a line. If the line cannot be written completely, it is removed again, so that all lines are complete.
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

  static func path(beside report: String) -> String { report + ".partial" }

  /// Returns whether the file may be one in which a run keeps rows: it does not exist, is empty, or begins like a
  /// report of this version or of an older one. Returns `true` for a folder, because opening it fails later with a
  /// better message.
  private static func mayBeRows(_ path: String) -> Bool {
    let kind = FileSystem.kind(of: path)
    guard kind == .regular else { return kind == .absent || kind == .directory }
    let beginning = (try? InputFile(path).beginning(count: 16)) ?? []
    return [CSV.header(of: StressColumns.all), "schema_version,tool_version,"].contains {
      $0.utf8.starts(with: beginning)
    }
  }

  /// Locks the file, and moves the rows that an earlier run left in it to another file. Returns `nil` if another
  /// process uses the file, or if the file keeps being removed.
  private static func claim(
    _ path: String, _ report: String, _ leftovers: inout [String]
  ) throws(SystemFailure) -> OutputFile? {
    for _ in 0..<8 {
      guard mayBeRows(path) else { throw .taken }
      let file = try OutputFile(path, .existingOrNew)
      guard file.lock() else { return nil }
      // The process that used the file may have finished and removed it since it was opened.
      guard file.isStill(at: path) else { continue }
      guard file.hasSecondLine() else { return file }
      if let aside = try moveAside(path, report) { leftovers.append(aside) }
    }
    return nil
  }

  /// Moves the rows of a killed run to a new file and returns its path. If the run was killed after it had written the
  /// report, the rows are already there, so the file is removed.
  private static func moveAside(_ path: String, _ report: String) throws(SystemFailure) -> String? {
    if let run = runID(of: path), run == runID(of: report) {
      FileSystem.remove(path)
      return nil
    }
    let aside = freeName(Self.path(beside: report) + ".old")
    try FileSystem.move(path, to: aside)
    return aside
  }

  private static func runID(of path: String) -> String? {
    var reader = try? RowReader.report(path)
    return try? reader?.next()?.run.id
  }

  /// Moves aside the rows of killed runs that used another file, because the usual one was in use.
  private static func leftoversOfOthers(_ usual: String, _ report: String) throws(SystemFailure) -> [String] {
    let prefix = Path.name(of: usual) + "."
    let names = FileSystem.names(in: Path.folder(of: usual)).filter { name in
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
    var leftovers: [String] = []
    for name in names.sorted() {
      let path = Path.folder(of: usual) + "/" + name
      guard FileSystem.isLeftover(path) else { continue }
      if try OutputFile(path, .existingOrNew).hasSecondLine() {
        if let aside = try moveAside(path, report) { leftovers.append(aside) }
      } else {
        FileSystem.remove(path)
      }
    }
    return leftovers
  }

  private static func own(_ usual: String) throws(SystemFailure) -> (path: String, OutputFile) {
    let path = freeName("\(usual).\(FileSystem.processID)")
    let file = try OutputFile(path, .new(permissions: 0o666))
    _ = file.lock()
    return (path, file)
  }

  /// Returns a path that is not in use, so that no rows left by another run are overwritten.
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
