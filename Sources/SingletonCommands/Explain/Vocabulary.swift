import SingletonArgumentParsing
import SingletonStrategyKit
import SingletonTextFormats

/// The words that `explain` explains: the strategies, by all their names, and the topics.
struct Vocabulary {
  let catalog: Catalog
  let topics: [Topic]

  init(_ contents: ToolContents) {
    catalog = contents.catalog
    topics = Topic.all(in: contents)
  }

  enum Meaning {
    case strategy(CatalogEntry)
    /// At least one topic.
    case topics([Topic])
  }

  /// Returns the meaning of a name, or `nil` if it has none. A name such as `reinits` can have several meanings, here a
  /// defect and a column; an id hides its other meanings.
  func meaning(of name: String) -> Meaning? {
    let phrase = Phrase(name)
    if let entry = catalog.entries.first(where: { Phrase($0.info.id) == phrase }) { return .strategy(entry) }
    let (topics, namesakes) = (topics(called: name), catalog.entries.filter { $0.info.isAlsoKnown(as: phrase) })
    if topics.isEmpty && namesakes.count == 1 { return .strategy(namesakes[0]) }
    let all = topics + (namesakes.isEmpty ? [] : [Topic.namesakes(name, namesakes.map(\.info))])
    return all.isEmpty ? nil : .topics(all)
  }

  /// Returns the topics with exactly this spelling, such as `ok?`, or else those with a similar spelling.
  private func topics(called name: String) -> [Topic] {
    let exact = topics.filter { $0.names.contains(name.lowercased()) }
    let phrase = Phrase(name)
    guard exact.isEmpty, !phrase.isEmpty else { return exact }
    return topics.filter { $0.names.contains { Phrase($0) == phrase } }
  }

  /// The names that a shell can complete: those of the catalog, and one for each topic.
  var completions: [String] {
    (catalog.nameCompletions + topics.map { $0.names[0] }.filter(\.isShellWord)).distinct
  }

  /// Returns up to three names with a similar spelling, the nearest first.
  func nearest(to name: String) -> [String] {
    Suggestions.nearest(toPattern: name, among: catalog.ids + catalog.idiomNames + topics.flatMap(\.names))
  }
}

extension Catalog {
  /// The names of strategies and idioms that are not ids, each once.
  fileprivate var idiomNames: [String] {
    (entries.flatMap(\.info.alsoKnownAs) + idioms.flatMap(\.names)).distinct
  }

  /// The ids, and the other names that a shell can complete: a name of several words gets hyphens, and a sign at the
  /// beginning is dropped.
  var nameCompletions: [String] {
    let others = idiomNames.map { name in String(name.drop { !$0.isLetter }.map { $0 == " " ? "-" : $0 }) }
    return (ids + others.filter(\.isShellWord)).distinct
  }
}

extension String {
  /// Whether the text is one word for every shell, and for its completions.
  fileprivate var isShellWord: Bool {
    first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }
}

extension StrategyInfo {
  func isAlsoKnown(as phrase: Phrase) -> Bool { alsoKnownAs.contains { Phrase($0) == phrase } }
}

/// A name as people type it: case, spaces, signs such as `@` and `_`, and parentheses with their contents do not
/// matter.
struct Phrase: Hashable {
  /// The letters and digits in lower case.
  private let key: String

  init(_ text: String) {
    let name = text.drop { !$0.isWordPart }.prefix { !"(<{".contains($0) }
    key = Self.words(of: name).joined()
  }

  /// Whether the text has neither letters nor digits, and therefore cannot be a name.
  var isEmpty: Bool { key.isEmpty }

  /// Returns whether the text contains the phrase at the beginning of a word.
  func occurs(in text: String) -> Bool {
    let words = Self.words(of: text)
    return !isEmpty && words.indices.contains { words[$0...].joined().hasPrefix(key) }
  }

  private static func words(of text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isWordPart }.map(String.init)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
