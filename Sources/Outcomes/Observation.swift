/// Something a row can show that a promise forbids, or that a declaration names. Raw values are the report's spelling.
package enum Observation: String, CaseIterable, Sendable {
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
  case crash

  /// The defect in words, for a person.
  package var words: String {
    switch self {
    case .instances: "more than one instance"
    case .inits: "built more than once"
    case .reinits: "initialised again"
    case .nestedInits: "initialised inside its own initialiser"
    case .halfBuilt: "handed out half-built"
    case .nilResults: "nil handed out"
    case .wrongClass: "instance of the wrong class"
    case .usedAfterDestroy: "used after its end"
    case .liveMax: "two alive at one time"
    case .refused: "construction refused"
    case .crash: "the process crashed"
    }
  }

  /// What may come along wherever this one is declared: it follows from it.
  var consequences: Set<Observation> {
    switch self {
    case .instances: [.inits, .liveMax]
    case .reinits: [.inits]
    case .nestedInits: [.inits, .liveMax]
    case .inits: [.liveMax]
    case .liveMax: [.inits]
    default: []
    }
  }
}

extension Sequence where Element == Observation {
  /// In the order of declaration, so that a set has one spelling.
  package var inOrder: [Observation] {
    let members = Set(self)
    return Observation.allCases.filter(members.contains)
  }
}
