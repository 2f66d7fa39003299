import SingletonMemoryModels

/// Defects that the checker has found, each with the strongest memory model that shows it.
package struct Findings: Hashable, Sendable {
  package let defects: Set<Defect>
  /// The model tells on which machines a defect appears. A defect whose model is not known has none.
  package let models: [Defect: MemoryModel]

  package init(_ defects: Set<Defect> = [], models: [Defect: MemoryModel] = [:]) {
    self.defects = defects
    self.models = models.filter { defects.contains($0.key) }
  }

  /// Returns the defects in words, grouped by model, such as
  /// `more than one instance (sc); handed out half-built (arm)`.
  package func text(_ word: (Defect) -> String, _ machines: (MemoryModel) -> String) -> String {
    (MemoryModel.strongestFirst.map(Optional.some) + [nil]).compactMap { model in
      let words = defects.inOrderOfInterest.filter { models[$0] == model }.map(word).joined(separator: ", ")
      return words.isEmpty ? nil : words + (model.map { " (\(machines($0)))" } ?? "")
    }.joined(separator: "; ")
  }

  /// The strongest model that shows one of the defects, or `nil` if none is known.
  package var strongestModel: MemoryModel? { MemoryModel.strongestFirst.first(where: models.values.contains) }

  func union(_ other: Findings) -> Findings {
    let models = models.merging(other.models) { one, other in
      MemoryModel.strongestFirst.first { [one, other].contains($0) }!
    }
    return Findings(defects.union(other.defects), models: models)
  }
}

/// The spelling in reports, such as `instances@sc,half_built@arm`. If some models are known, one that is not is `?`.
extension Findings: LosslessStringConvertible {
  private static let unknown = "?"

  package var description: String { spelled(separator: ",") }

  func spelled(separator: String) -> String {
    defects.inOrder.map { defect in
      defect.rawValue + (models.isEmpty ? "" : "@" + (models[defect]?.rawValue ?? Self.unknown))
    }.joined(separator: separator)
  }

  package init?(_ description: String) { self.init(description[...], separator: ",") }

  init?(_ text: Substring, separator: Character) {
    var (defects, models): (Set<Defect>, [Defect: MemoryModel]) = ([], [:])
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      let words = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let defect = Defect(rawValue: words[0]) else { return nil }
      defects.insert(defect)
      guard words.count == 2 else { continue }
      models[defect] = MemoryModel(rawValue: words[1])
      guard models[defect] != nil || [Self.unknown, MemoryModel.formerName].contains(words[1]) else { return nil }
    }
    self.init(defects, models: models)
  }
}
