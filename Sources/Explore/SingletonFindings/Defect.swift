/// A defect of a strategy that a run or the model checker can show.
///
/// The raw value is the spelling in reports.
public enum Defect: String, CaseIterable, Codable, Sendable {
  case instances
  case inits
  case reinits
  case nestedInits = "nested_inits"
  case halfBuilt = "half_built"
  case nilResults = "nil_results"
  case wrongClass = "wrong_class"
  case usedAfterDestroy = "used_after_destroy"
  case liveMax = "live_max"
  case refused
  /// An instance is still alive after every reference to it was released.
  case leaked
  case crash
  /// A data race: two unordered accesses to plain memory, at least one of them a write. Only the checker detects it.
  case race
  /// A failed check, such as `precondition`, stops the process.
  case trap
  /// All remaining threads wait forever.
  case hang
  /// Values that break a promise of their own, such as that nothing is lost; for roles, instead of one instance.
  case unexpected

  /// The defect in words, for a reader.
  package var meaning: String { facts.meaning }
  /// The defect in at most three words, for a verdict.
  package var briefly: String { facts.briefly }
  /// The defect in one short word, for a cell of a narrow table.
  package var label: String { facts.label }

  private var facts: (meaning: String, briefly: String, label: String) {
    switch self {
    case .instances: ("more than one instance", "two instances", "two")
    case .inits: ("built more than once", "built twice", "built")
    case .reinits: ("initialized again", "initialized again", "again")
    case .nestedInits: ("initialized inside its own initializer", "nested initializer", "nest")
    case .halfBuilt: ("handed out half-built", "half-built", "half")
    case .nilResults: ("nil handed out", "nil", "nil")
    case .wrongClass: ("instance of the wrong class", "wrong class", "class")
    case .usedAfterDestroy: ("used after its end", "used after its end", "dead")
    case .liveMax: ("two alive at the same time", "two alive", "alive")
    case .refused: ("refused with an error", "refused", "refused")
    case .leaked: ("never ended", "leaked", "leak")
    case .crash: ("the process crashed", "crash", "crash")
    case .race: ("data race on plain memory", "data race", "race")
    case .trap: ("stops the process", "stops the process", "stop")
    case .hang: ("waits forever", "waits forever", "hang")
    case .unexpected: ("values that are not as expected", "not as expected", "values")
    }
  }

  /// The defects that follow from this one. Where this one is declared, they are allowed too.
  package var consequences: Set<Defect> {
    switch self {
    case .instances, .nestedInits: [.inits, .liveMax]
    case .reinits, .liveMax: [.inits]
    case .inits: [.liveMax]
    case .halfBuilt, .nilResults, .wrongClass, .usedAfterDestroy, .refused, .leaked, .crash, .race, .trap, .hang,
      .unexpected:
      []
    }
  }

  /// The defects in the order in which reports show them: those that callers can notice come first.
  package static let inOrderOfInterest: [Defect] = [
    .instances, .halfBuilt, .reinits, .wrongClass, .usedAfterDestroy, .nilResults, .liveMax, .nestedInits, .trap, .hang,
    .race, .inits, .refused, .leaked, .crash, .unexpected,
  ]
}

extension Set<Defect> {
  /// Returns the spelling in reports: the defects in the order of declaration, joined by the separator.
  package func spelled(separator: String) -> String { inOrder.map(\.rawValue).joined(separator: separator) }

  /// Creates the set from its spelling in reports, or returns `nil` if a part of the text is not the name of a defect.
  package init?(_ text: Substring, separator: Character) {
    let names = text.split(separator: separator, omittingEmptySubsequences: false)
    let defects = names.compactMap { Defect(rawValue: String($0)) }
    guard defects.count == names.count else { return nil }
    self.init(defects)
  }
}

extension Sequence where Element == Defect {
  /// The defects in the order of declaration, so that a set has one spelling.
  package var inOrder: [Defect] {
    let members = Set(self)
    return Defect.allCases.filter(members.contains)
  }

  package var inOrderOfInterest: [Defect] {
    let members = Set(self)
    return Defect.inOrderOfInterest.filter(members.contains)
  }
}
