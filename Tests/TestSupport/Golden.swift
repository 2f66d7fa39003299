import Foundation
package import Testing

/// Holds a text against `Golden/<name>` beside the test's source file. RECORD_GOLDEN=1 writes the file instead.
package func expectGolden(
  _ text: String, named name: String, file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let url = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
  let golden = try String(contentsOf: url, encoding: .utf8)
  #expect(
    text == golden, "differs from Golden/\(name); RECORD_GOLDEN=1 records it anew", sourceLocation: sourceLocation)
}
