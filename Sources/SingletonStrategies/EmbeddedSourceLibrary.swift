import SingletonCore
internal import SingletonEmbeddedSources
package import SingletonStrategyKit

extension SourceLibrary {
  /// The source files of the strategies, of their listings in plain Swift, and of the lessons' demonstrations, as they
  /// were when the program was built.
  ///
  /// They are decoded when the first is asked for. A child process needs none, and decoding would double its start.
  package static let embedded = SourceLibrary { embeddedTexts[$0] }

  private static let embeddedTexts: [String: SourceText] = {
    var texts: [String: SourceText] = [:]
    var name: UnsafePointer<CChar>?
    var (index, count) = (0, 0)
    while let bytes = embedded_source(index, &name, &count), let name {
      index += 1
      let file = String(cString: name)
      texts[file] = SourceText(
        file: file, text: String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    }
    return texts
  }()
}
