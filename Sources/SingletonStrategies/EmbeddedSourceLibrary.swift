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
    var next = embedded_sources()
    func text() -> String {
      let text = String(cString: next)
      next += text.utf8.count + 1
      return text
    }
    // Each line is of the form `#embed "../MODULE/FOLDER/FILE" suffix(, 0,)`.
    let paths = text().split(separator: "\n").filter { $0.hasPrefix("#embed \"../") }.map {
      $0.split(separator: "\"")[1]
    }
    return Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let parts = path.split(separator: "/")
        // As `#fileID` has it: the module and the file, without the folders between.
        let file = "\(parts[1])/\(parts.last!)"
        return (file, SourceText(file: file, text: text()))
      })
  }()
}
