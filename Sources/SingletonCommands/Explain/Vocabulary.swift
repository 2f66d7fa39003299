import SingletonArgumentParsing
import SingletonLessons
import SingletonStrategyKit
import SingletonTextFormats

/// What `explain` has words for: the strategies, by all their names, and the topics.
struct Vocabulary {
  let catalog: Catalog
  let topics: [Topic]

  init(_ catalog: Catalog, _ course: Course) {
    self.catalog = catalog
    topics = Topic.all(course, catalog)
  }

  enum Meaning {
    case strategy(CatalogEntry)
    /// More than nothing: one topic or several.
    case topics([Topic])
  }

  /// Returns what has a name, such as the defect and the column `reinits`, or `nil` if nothing has. An id hides other
  /// meanings.
  func meaning(of name: String) -> Meaning? {
    let phrase = Phrase(name)
    if let entry = catalog.entries.first(where: { Phrase($0.info.id) == phrase }) { return .strategy(entry) }
    let (topics, namesakes) = (topics(called: name), catalog.entries.filter { $0.info.isAlsoKnown(as: phrase) })
    if topics.isEmpty && namesakes.count == 1 { return .strategy(namesakes[0]) }
    let all = topics + (namesakes.isEmpty ? [] : [Topic.namesakes(name, namesakes.map(\.info))])
    return all.isEmpty ? nil : .topics(all)
  }

  /// Returns the topics that are spelled so, such as `ok?`, or else those that are spelled nearly so.
  private func topics(called name: String) -> [Topic] {
    let exact = topics.filter { $0.names.contains(name.lowercased()) }
    let phrase = Phrase(name)
    guard exact.isEmpty, !phrase.isEmpty else { return exact }
    return topics.filter { $0.names.contains { Phrase($0) == phrase } }
  }

  /// The names that a shell can complete: those of the catalog, and one of each topic.
  var completions: [String] {
    (catalog.nameCompletions + topics.map { $0.names[0] }.filter(\.isShellWord)).distinct
  }

  /// Returns up to three names that are spelled nearly like a name, the nearest first.
  func nearest(to name: String) -> [String] {
    Suggestions.nearest(
      toPattern: name, among: catalog.ids + catalog.idiomNames + topics.flatMap(\.names))
  }
}

extension Catalog {
  /// The names of strategies and idioms that are no ids, each once.
  fileprivate var idiomNames: [String] {
    (entries.flatMap(\.info.alsoKnownAs) + idioms.flatMap(\.names)).distinct
  }

  /// The ids, and the other names that a shell can complete: a name of several words has hyphens, and one that begins
  /// with a sign has none.
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
