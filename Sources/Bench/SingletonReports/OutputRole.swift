import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The role of a file: the option that names it, its usual name, and how to recognize such a file.
package struct OutputRole: Sendable {
  let option: String
  let usualName: String
  /// The kind of file in words, with its article, such as `a report`.
  let noun: String
  /// Returns whether a file with this path and this beginning is of the same kind.
  private let matches: @Sendable (_ path: String, _ beginning: String) -> Bool
  /// Whether text is appended to an existing file.
  var isAppended = false

  package static var report: OutputRole {
    OutputRole(option: "--csv", usualName: "\(Tool.current.name).csv", noun: "a report") { path, _ in
      (try? RowReader.report(path)) != nil
    }
  }
  package static let samples = OutputRole(
    option: "--samples", usualName: "samples.csv", noun: "a file of timing samples", begins: SamplesCSV.header)
  package static let summary = OutputRole(
    option: "--summary", usualName: "summary.md", noun: "a summary", matches: { _, _ in true }, isAppended: true)
  package static let junit = OutputRole(
    option: "--junit", usualName: "junit.xml", noun: "a JUnit file", begins: "<?xml")
  package static let page = OutputRole(
    option: "--html", usualName: "report.html", noun: "a page", begins: "<!DOCTYPE html>")
}

extension OutputRole {
  /// The number of bytes at the beginning of a file by which its kind is recognized.
  private static let beginningLength = 40

  private init(option: String, usualName: String, noun: String, begins beginning: String) {
    let beginning = beginning.prefix(Self.beginningLength)
    self.init(option: option, usualName: usualName, noun: noun, matches: { $1.hasPrefix(beginning) })
  }

  /// Returns the destination of a file with this role.
  ///
  /// - Parameter force: Whether the output may replace a file of another kind.
  /// - Throws: An error that can be foreseen before anything runs.
  func target(_ path: String, force: Bool) throws(OutputError) -> OutputTarget {
    let target: OutputTarget
    do {
      target = try OutputTarget(path)
    } catch {
      throw .before(path, self, error)
    }
    guard case .file(let file) = target, !force, let beginning = otherBeginning(of: file) else { return target }
    throw .otherKind(path, self, beginning: beginning)
  }

  /// Returns the beginning of a file if the file is of another kind and not empty, otherwise `nil`.
  private func otherBeginning(of file: String) -> String? {
    guard FileSystem.exists(file), let bytes = try? InputFile(file).beginning(count: Self.beginningLength),
      !bytes.isEmpty
    else { return nil }
    let beginning = String(decoding: bytes, as: UTF8.self)
    return matches(file, beginning) ? nil : beginning
  }
}

/// An error about an output that cannot be written, in the format of the program's messages.
package struct OutputError: Error, CustomStringConvertible {
  /// The action that failed, its path, and the system's reason.
  let happened: String
  let expected: String
  /// A sentence about where the finished rows are, or `nil` before the run.
  var finishedRows: String?
  let next: String
  /// Whether the reader of the program's output has closed the pipe. If so, the program ends without a message.
  package var readerHasGone = false

  package var description: String {
    let lines = [happened, "  expected: \(expected)", finishedRows.map { "  \($0)" }, "  next:     \(next)"]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

extension OutputError {
  static func before(_ path: String, _ role: OutputRole, _ failure: SystemFailure) -> OutputError {
    OutputError(
      happened: happened(path, failure),
      expected: failure.isDirectory ? "the path of a file" : "a file that can be written, in a folder that exists",
      next: remedy(path, role, failure), readerHasGone: failure.readerHasGone)
  }

  /// Returns an error about the file that keeps finished rows during a run.
  static func partial(of report: String, _ failure: SystemFailure) -> OutputError {
    let path = PartialReport.path(beside: report)
    let isInTheWay = FileSystem.exists(path)
    return OutputError(
      happened: "cannot write \(path.harmless), which keeps the finished rows during the run: \(failure.reason)",
      expected: isInTheWay ? "nothing else of that name" : "a file that can be written",
      next: isInTheWay
        ? "mv \(Path.quoted(path).harmless) elsewhere, or name another path with --csv PATH"
        : remedy(report, .report, failure))
  }

  /// Returns an error about a file of another kind, which the output would replace.
  static func otherKind(_ path: String, _ role: OutputRole, beginning: String) -> OutputError {
    OutputError(
      happened: "\(path.harmless) exists and is not \(role.noun): it begins with \(beginning.quoted)",
      expected: "a new file, or \(role.noun) to replace",
      next: "name another path with \(role.option) PATH, or add --force to replace it")
  }

  /// Returns an error that occurs when some or all rows have already run.
  static func after(_ path: String, _ role: OutputRole, _ failure: SystemFailure, keptAt kept: String?) -> OutputError {
    OutputError(
      happened: happened(path, failure),
      expected: "all of it to be written" + (kept == nil ? "" : "; what stood there before is untouched"),
      finishedRows: kept.map { "the finished rows are in \($0.harmless)" } ?? "it was not kept anywhere else",
      next: kept.map { rescue($0, to: path, failure) } ?? remedy(path, role, failure),
      readerHasGone: failure.readerHasGone)
  }

  private static func happened(_ path: String, _ failure: SystemFailure) -> String {
    "cannot write \(path.isEmpty ? "''" : path.harmless): \(failure.reason)"
  }

  private static func remedy(_ path: String, _ role: OutputRole, _ failure: SystemFailure) -> String {
    if failure.isDirectory {
      return "\(role.option) " + Path.quoted((path.hasSuffix("/") ? path : path + "/") + role.usualName).harmless
    }
    let folder = Path.folder(of: path)
    if failure.isMissing && !path.isEmpty && !FileSystem.exists(folder) {
      return "mkdir -p \(Path.quoted(folder).harmless)"
    }
    return (failure.isFull ? "free some space, or name" : "name") + " another path with \(role.option) PATH"
  }

  private static func rescue(_ kept: String, to path: String, _ failure: SystemFailure) -> String {
    (failure.isFull ? "free some space, then " : "") + "mv \(Path.quoted(kept).harmless) \(Path.quoted(path).harmless)"
  }
}
