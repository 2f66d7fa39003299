internal import CPlatform
package import Strategies

/// A small program that a lesson runs beside the strategies.
package struct Demonstration: Sendable {
  /// What is tried, one sentence.
  package let title: String
  package let findings: [Finding]

  /// One way of doing it, and what came out.
  package struct Finding: Sendable {
    package let what: String
    package let outcome: String
  }
}

/// A file of this room whose code a lesson runs and shows.
package struct ShownFile: Sendable {
  /// What it is, one sentence.
  package let idea: String
  package let source: SourceText

  /// - Parameter name: the file's, without folder and ending; `CPlatform/LessonSources.c` embeds it.
  init(_ name: String, idea: String) {
    guard let source = Self.embedded.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not embedded")
    }
    self.idea = idea
    self.source = source
  }

  private static let embedded: [SourceText] = {
    var files: [SourceText] = []
    while let file = file(at: files.count) { files.append(file) }
    return files
  }()

  private static func file(at index: Int) -> SourceText? {
    var name: UnsafePointer<CChar>?
    var count = 0
    guard let bytes = cp_lesson_source(index, &name, &count), let name else { return nil }
    // The bytes are constants of the program and live as long as it does.
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    return SourceText(name: String(cString: name), text: text)
  }
}
