import Core
import Platform
import TextFormats

/// An output that cannot be written, in the shape of all our messages.
package struct OutputError: Error, CustomStringConvertible {
  /// What was tried, on which path, and what the system said.
  let happened: String
  let expected: String
  /// Where the finished rows are; nil before the run.
  let finishedRows: String?
  let next: String
  /// Nobody reads our pipe any more: the program ends quietly.
  package let readerHasGone: Bool

  package var description: String {
    let lines = [happened, "  expected: \(expected)", finishedRows.map { "  \($0)" }, "  next:     \(next)"]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

extension OutputError {
  /// Nothing has run yet.
  static func before(_ path: String, _ role: OutputRole, _ failure: SystemFailure) -> OutputError {
    OutputError(
      happened: happened(path, failure),
      expected: failure.isDirectory ? "the path of a file" : "a file that can be written, in a folder that exists",
      finishedRows: nil, next: remedy(path, role, failure), readerHasGone: failure.readerHasGone)
  }

  /// The rows have run, some or all.
  static func after(_ path: String, _ role: OutputRole, _ failure: SystemFailure, keptAt kept: String?) -> OutputError {
    OutputError(
      happened: happened(path, failure),
      expected: "all of it to be written" + (kept == nil ? "" : "; what stood there before is untouched"),
      finishedRows: kept.map { "the finished rows are in \($0)" } ?? "it was not kept anywhere else",
      next: kept.map { rescue($0, to: path, failure) } ?? remedy(path, role, failure),
      readerHasGone: failure.readerHasGone)
  }

  private static func happened(_ path: String, _ failure: SystemFailure) -> String {
    "cannot write \(path.isEmpty ? "''" : path): \(failure.reason)"
  }

  private static func remedy(_ path: String, _ role: OutputRole, _ failure: SystemFailure) -> String {
    if failure.isDirectory {
      return "\(role.option) " + Path.quoted((path.hasSuffix("/") ? path : path + "/") + role.usualName)
    }
    let folder = Path.folder(of: path)
    if failure.isMissing && !path.isEmpty && !FileSystem.exists(folder) { return "mkdir -p \(Path.quoted(folder))" }
    return (failure.isFull ? "make room, or name" : "name") + " another path with \(role.option) PATH"
  }

  private static func rescue(_ kept: String, to path: String, _ failure: SystemFailure) -> String {
    (failure.isFull ? "make room, then " : "") + "mv \(Path.quoted(kept)) \(Path.quoted(path))"
  }
}

/// What a file is for: how its option is spelled, and its usual name.
package struct OutputRole: Sendable {
  let option: String
  let usualName: String
  /// What stands there before is kept.
  var isAppended = false

  package static let report = OutputRole(option: "--csv", usualName: "singleton-bench.csv")
  package static let samples = OutputRole(option: "--samples", usualName: "samples.csv")
  package static let summary = OutputRole(option: "--summary", usualName: "summary.md", isAppended: true)
  package static let junit = OutputRole(option: "--junit", usualName: "junit.xml")
  package static let page = OutputRole(option: "--html", usualName: "report.html")
  package static let gates = OutputRole(option: "--out", usualName: "gates.csv")
}
