import Foundation
package import Testing

/// Expects that a text equals the file `Golden/<name>` beside the test's source; `RECORD_GOLDEN=1` writes it first.
package func expectGolden(
  _ text: String, named name: String, file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if let difference = try Golden(beside: file).difference(text, from: name) {
    Issue.record("\(difference)", sourceLocation: sourceLocation)
  }
}

/// A folder of recorded texts in the source tree; `RECORD_GOLDEN=1` records the texts before they are compared.
package struct Golden {
  private let folder: URL

  /// Creates a value for the folder `Golden` beside a source file.
  package init(beside source: String = #filePath) {
    folder = URL(filePath: source).deletingLastPathComponent().appending(path: "Golden")
  }

  /// Returns a description of the first line in which a text differs from the recorded one, or `nil` if they are equal.
  package func difference(_ text: String, from name: String) throws -> String? {
    let file = folder.appending(path: name)
    if Self.isRecording { try record(text, at: file) }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return text == golden ? nil : parting(text, golden, name)
  }

  /// Whether texts are recorded before they are compared.
  package static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" }

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
