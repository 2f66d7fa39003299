import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The purpose of a file: the spelling of its option, its usual name, and what a file of its kind is.
package struct OutputRole: Sendable {
  let option: String
  let usualName: String
  /// The kind of file, with its article.
  let noun: String
  /// Whether a file of this path is of its kind.
  private let matches: @Sendable (_ path: String, _ beginning: String) -> Bool
  /// Whether the file's previous content is kept.
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
  package static let gates = OutputRole(
    option: "--out", usualName: "gates.csv", noun: "a file of gates", begins: "strategy,scenario,threads")
}

extension OutputRole {
  /// The number of bytes that tell what a file is.
  private static let beginningLength = 40

  private init(option: String, usualName: String, noun: String, begins beginning: String) {
    let beginning = beginning.prefix(Self.beginningLength)
    self.init(option: option, usualName: usualName, noun: noun, matches: { $1.hasPrefix(beginning) })
  }

  /// Returns where a file of this role goes.
  ///
  /// - Parameter force: Whether it may replace a file of another kind.
  /// - Throws: An error that is certain before anything runs.
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

  /// Returns the beginning of a file that is neither empty nor of this kind, or `nil`.
  private func otherBeginning(of file: String) -> String? {
    guard FileSystem.exists(file), let bytes = try? InputFile(file).beginning(count: Self.beginningLength),
      !bytes.isEmpty
    else { return nil }
    let beginning = String(decoding: bytes, as: UTF8.self)
    return matches(file, beginning) ? nil : beginning
  }
}
