import SingletonStrategyKit

// The names that forms have elsewhere, and the strategies that are meant.
extension Topic {
  static func idioms(of catalog: Catalog) -> [Topic] {
    let infos = catalog.entries.map(\.info)
    let names = infos.flatMap(\.alsoKnownAs).distinct
    guard !names.isEmpty || !catalog.idioms.isEmpty else { return [] }
    let group = Topic(
      names: ["idioms", "idiom"], kind: "what singletons are called elsewhere, and the strategies",
      facts: names.map { name in
        (name, infos.filter { $0.isAlsoKnown(as: Phrase(name)) }.map(\.id).joined(separator: ", "))
      },
      blocks: catalog.idioms.map { idiom in
        Block(title: idiom.names[0], facts: remark(on: idiom) + nearest(to: idiom))
      })
    return [group] + catalog.idioms.map { topic(of: $0, in: catalog) }
  }

  /// Returns the other names of an idiom, and the reason why no strategy has its name.
  private static func remark(on idiom: Idiom) -> [Fact] {
    let others = idiom.names.dropFirst().joined(separator: ", ")
    return (others.isEmpty ? [] : [("also", others)]) + [("remark", idiom.remark)]
  }

  private static func nearest(to idiom: Idiom) -> [Fact] {
    idiom.nearest.isEmpty ? [] : [("nearest", idiom.nearest.joined(separator: ", "))]
  }

  private static func topic(of idiom: Idiom, in catalog: Catalog) -> Topic {
    let nearest = idiom.nearest.compactMap { catalog.entry($0)?.info }
    return Topic(
      names: idiom.names, kind: "a form that is not a strategy",
      facts: remark(on: idiom), blocks: nearest.isEmpty ? [] : [Block(title: "nearest", facts: lines(nearest))])
  }

  /// Returns a topic that lists the strategies with this name, each with the command that explains it.
  static func namesakes(_ name: String, _ infos: [StrategyInfo]) -> Topic {
    Topic(
      names: [name], kind: infos.count > 1 ? "a name of \(infos.count) strategies" : "also a name of a strategy",
      facts: lines(infos))
  }

  private static func lines(_ infos: [StrategyInfo]) -> [Fact] {
    infos.map { ($0.id, "\($0.idea): explain \($0.id)") }
  }
}
