// Every row has defects, so who imports rows knows them.
@_exported import SingletonFindings

extension Defect {
  /// The counter of the defect, or `nil` if the defect has no counter.
  var counter: Counter? {
    switch self {
    case .instances: .instancesMax
    case .reinits: .reinits
    case .nestedInits: .nestedInits
    case .halfBuilt: .halfBuilt
    case .nilResults: .nilResults
    case .wrongClass: .wrongClass
    case .usedAfterDestroy: .usedAfterDestroy
    case .liveMax: .liveMax
    case .refused: .refused
    case .leaked: .leaked
    case .inits, .crash, .race, .trap, .hang, .unexpected: nil
    }
  }
}
