internal import CPlatform

/// The text of a file of this program, embedded when it was built.
package struct SourceText: Sendable {
  /// The file's, without folder and ending; also the type's.
  package let name: String
  package let lines: [Substring]
  /// The words outside comments.
  private let words: Set<Substring>

  package var text: String { lines.joined(separator: "\n") }

  /// Of every file in the strategies' folders.
  package static let all: [String: SourceText] = {
    var all: [String: SourceText] = [:]
    var index = 0
    while let source = at(index) {
      all[source.name] = source
      index += 1
    }
    return all
  }()

  private static func at(_ index: Int) -> SourceText? {
    var name: UnsafePointer<CChar>?
    var count = 0
    guard let bytes = cp_strategy_source(index, &name, &count), let name else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    return SourceText(name: String(cString: name), text: text)
  }

  package init(name: String, text: String) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    words = Set(code.flatMap { $0.utf8.split { !$0.isPartOfName }.map { Substring($0) } })
  }
}

extension CatalogEntry {
  /// The strategy's own file; nil for what is no strategy of this room.
  package var source: SourceText? {
    guard let native else { return nil }
    return SourceText.all[String("\(native)".prefix { $0 != "<" })]
  }

  /// The strategy's own file, those of the types that it is built on, and last the one that has the doors of a class that
  /// knows nothing of singletons.
  package var sources: [SourceText] {
    guard let source else { return [] }
    let ofDoors = "Strategy"
    let others = SourceText.all.values.filter {
      $0.name != source.name && $0.name != ofDoors && source.names($0.name)
    }
    return [source] + others.sorted { $0.name < $1.name } + [SourceText.all[ofDoors]].compactMap(\.self)
  }
}

extension SourceText {
  /// Whether a type is named outside comments.
  fileprivate func names(_ type: String) -> Bool { words.contains(type[...]) }
}

extension UInt8 {
  /// Of a type, as this project names them; with the point, so that a world's `W.OnceToken` is no `OnceToken`.
  fileprivate var isPartOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
