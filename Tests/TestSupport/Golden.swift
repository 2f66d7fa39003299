import Foundation
package import Testing

/// Holds a text against `Golden/<name>` beside the test's source file. RECORD_GOLDEN=1 writes the file instead.
package func expectGolden(
  _ text: String, named name: String, file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if let difference = try Golden(beside: file).difference(text, from: name) {
    Issue.record("\(difference)", sourceLocation: sourceLocation)
  }
}

/// Texts that are compared with files in the source tree; `RECORD_GOLDEN=1` writes the files instead.
package struct Golden {
  private let folder: URL

  /// The folder `Golden` beside the test's source.
  package init(beside source: String = #filePath) {
    folder = URL(filePath: source).deletingLastPathComponent().appending(path: "Golden")
  }

  /// nil where the text is the golden one; else where they part, for a person.
  package func difference(_ text: String, from name: String) throws -> String? {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try record(text, at: file) }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return text == golden ? nil : parting(text, golden, name)
  }

  private func record(_ text: String, at file: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func parting(_ text: String, _ golden: String, _ name: String) -> String {
    let got = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(got, expected).prefix { $0 == $1 }.count
    return """
      \(name), line \(same + 1)
        expected: \(same < expected.count ? String(expected[same]) : "the end")
        got:      \(same < got.count ? String(got[same]) : "the end")
        next:     RECORD_GOLDEN=1 swift test, then git diff
      """
  }
}
