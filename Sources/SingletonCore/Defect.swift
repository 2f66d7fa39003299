/// A defect of a strategy that a run or the model checker can show.
///
/// The raw value is the spelling in reports.
public enum Defect: String, CaseIterable, Sendable {
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
  /// An instance that has not ended, although everybody who held it is gone.
  case leaked
  case crash
  /// Two unordered accesses to plain memory, at least one of them a write; only the checker detects them.
  case race
  /// A failed check that stops the process.
  case trap
  /// A state in which every remaining thread is blocked forever.
  case hang

  /// The defect in words, for a reader.
  package var words: String {
    switch self {
    case .instances: "more than one instance"
    case .inits: "built more than once"
    case .reinits: "initialized again"
    case .nestedInits: "initialized inside its own initializer"
    case .halfBuilt: "handed out half-built"
    case .nilResults: "nil handed out"
    case .wrongClass: "instance of the wrong class"
    case .usedAfterDestroy: "used after its end"
    case .liveMax: "two alive at one time"
    case .refused: "refused with an error"
    case .leaked: "never ended"
    case .crash: "the process crashed"
    case .race: "data race on plain memory"
    case .trap: "stops the process"
    case .hang: "waits forever"
    }
  }

  /// The defect in a short word, for the cell of a narrow table.
  package var label: String {
    switch self {
    case .instances: "two"
    case .inits: "built"
    case .reinits: "again"
    case .nestedInits: "nest"
    case .halfBuilt: "half"
    case .nilResults: "nil"
    case .wrongClass: "class"
    case .usedAfterDestroy: "dead"
    case .liveMax: "alive"
    case .refused: "refused"
    case .leaked: "leak"
    case .crash: "crash"
    case .race: "race"
    case .trap: "stop"
    case .hang: "hang"
    }
  }

  /// The defect in at most three words, for a verdict.
  package var briefly: String {
    switch self {
    case .instances: "two instances"
    case .inits: "built twice"
    case .reinits: "initialized again"
    case .nestedInits: "nested initializer"
    case .halfBuilt: "half-built"
    case .nilResults: "nil"
    case .wrongClass: "wrong class"
    case .usedAfterDestroy: "used after its end"
    case .liveMax: "two alive"
    case .refused: "refused"
    case .leaked: "leaked"
    case .crash: "crash"
    case .race: "data race"
    case .trap: "stops the process"
    case .hang: "waits forever"
    }
  }

  /// The defects that follow from this one, and are allowed if it is declared.
  var consequences: Set<Defect> {
    switch self {
    case .instances: [.inits, .liveMax]
    case .reinits: [.inits]
    case .nestedInits: [.inits, .liveMax]
    case .inits: [.liveMax]
    case .liveMax: [.inits]
    case .halfBuilt, .nilResults, .wrongClass, .usedAfterDestroy, .refused, .leaked, .crash, .race, .trap, .hang: []
    }
  }

  /// The order of reporting: defects visible to callers first.
  package static let inOrderOfInterest: [Defect] = [
    .instances, .halfBuilt, .reinits, .wrongClass, .usedAfterDestroy, .nilResults, .liveMax, .nestedInits, .trap, .hang,
    .race, .inits, .refused, .leaked, .crash,
  ]
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
