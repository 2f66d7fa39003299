import SingletonArgumentParsing
import SingletonStrategyKit
import SingletonTextFormats

/// The words that `explain` can explain: the strategies by all their names, and the topics.
struct Vocabulary {
  let catalog: Catalog
  let topics: [Topic]

  /// - Parameter commands: The commands whose options have values to explain.
  init(_ contents: ToolContents, of commands: [any Command] = []) {
    catalog = contents.catalog
    topics = Topic.all(in: contents, of: commands)
  }

  enum Meaning {
    case strategy(CatalogEntry)
    /// The name belongs to topics, of which there is at least one.
    case topics([Topic])
  }

  /// Returns the meaning of a name, or `nil` if it has none. The id of a strategy has only this meaning. Other names
  /// can have several, such as `reinits`, which is both a defect and a column.
  func meaning(of name: String) -> Meaning? {
    let phrase = Phrase(name)
    if let entry = catalog.entries.first(where: { Phrase($0.info.id) == phrase }) { return .strategy(entry) }
    let (topics, namesakes) = (topics(called: name), catalog.entries.filter { $0.info.isAlsoKnown(as: phrase) })
    if topics.isEmpty && namesakes.count == 1 { return .strategy(namesakes[0]) }
    let all = topics + (namesakes.isEmpty ? [] : [Topic.namesakes(name, namesakes.map(\.info))])
    return all.isEmpty ? nil : .topics(all)
  }

  /// Returns the topics with exactly this name, such as `ok?`. If there are none, returns those whose names differ only
  /// in case, spaces, or signs.
  private func topics(called name: String) -> [Topic] {
    // Verdicts and marks name a number of trials, as in `none in 20` and `1+ of 3`.
    let name = name.replacing(#/ (in|of) [\d.]+( [kMG])?$/#, with: "")
    let exact = topics.filter { $0.names.contains(name.lowercased()) }
    let phrase = Phrase(name)
    guard exact.isEmpty, !phrase.isEmpty else { return exact }
    return topics.filter { $0.names.contains { Phrase($0) == phrase } }
  }

  /// The names that a shell offers as completions: those of the catalog, and one for each topic.
  var completions: [String] {
    (catalog.nameCompletions + topics.map { $0.names[0] }.filter(\.isShellWord)).distinct
  }

  /// Returns up to three names with a similar spelling, the most similar first.
  func nearest(to name: String) -> [String] {
    Suggestions.nearest(toPattern: name, among: catalog.ids + catalog.idiomNames + topics.flatMap(\.names))
  }
}

extension Catalog {
  /// The distinct names of strategies and idioms, except for ids.
  fileprivate var idiomNames: [String] {
    (entries.flatMap(\.info.alsoKnownAs) + idioms.flatMap(\.names)).distinct
  }

  /// The ids, and the other names in a form that a shell can complete: a hyphen replaces each space, and a sign at the
  /// beginning is dropped.
  var nameCompletions: [String] {
    let others = idiomNames.map { name in String(name.drop { !$0.isLetter }.map { $0 == " " ? "-" : $0 }) }
    return (ids + others.filter(\.isShellWord)).distinct
  }
}

extension String {
  /// Whether every shell, and every shell's completion, treats the text as one word.
  fileprivate var isShellWord: Bool {
    first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }
}

extension StrategyInfo {
  func isAlsoKnown(as phrase: Phrase) -> Bool { alsoKnownAs.contains { Phrase($0) == phrase } }
}

/// A name as people type it. Case, spaces, signs such as `@` and `_`, and parentheses with their contents are ignored.
struct Phrase: Hashable {
  private let key: String

  init(_ text: String) {
    let name = text.drop { !$0.isWordPart }.prefix { !"(<{".contains($0) }
    key = Self.words(of: name).joined()
  }

  /// Whether the text has neither letters nor digits, and therefore cannot be a name.
  var isEmpty: Bool { key.isEmpty }

  /// Returns whether the phrase occurs in the text, at the beginning of a word.
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
