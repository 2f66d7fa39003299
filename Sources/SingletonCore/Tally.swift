/// The counts of a row, with one 64-bit number for each ``Counter``.
package struct Tally: Equatable, Sendable {
  /// The trials by the number of their instances. A tally from a report that lacks them has none.
  package var instancesPerTrial = InstanceHistogram()
  private var values = [UInt64](repeating: 0, count: Counter.allCases.count)

  package init() {}

  package subscript(counter: Counter) -> UInt64 {
    get { values[counter.rawValue] }
    set { values[counter.rawValue] = newValue }
  }

  /// The number of entries into the initializer beyond one for each lifetime, over the tallied trials.
  package var initReentries: UInt64 {
    self[.talliedInits] > self[.lifetimes] ? self[.talliedInits] - self[.lifetimes] : 0
  }

  /// The share of violating trials, from 0 to 1, or `nil` if there are no trials.
  package var violationRate: Double? {
    self[.trials] == 0 ? nil : Double(self[.violatingTrials]) / Double(self[.trials])
  }

  /// Returns how often a defect was counted; of `instances` and `liveMax`, the most of one trial.
  ///
  /// It is 0 for a defect that only the end of a process shows, or only the model checker.
  package func count(of defect: Defect) -> UInt64 {
    switch defect {
    case .instances: self[.instancesMax]
    case .inits: initReentries
    case .reinits: self[.reinits]
    case .nestedInits: self[.nestedInits]
    case .halfBuilt: self[.halfBuilt]
    case .nilResults: self[.nilResults]
    case .wrongClass: self[.wrongClass]
    case .usedAfterDestroy: self[.usedAfterDestroy]
    case .liveMax: self[.liveMax]
    case .refused: self[.refused]
    case .leaked: self[.leaked]
    case .crash, .race, .trap, .hang: 0
    }
  }

  package mutating func merge(_ other: Tally) {
    for counter in Counter.allCases {
      switch counter.merge {
      case .sum: self[counter] &+= other[counter]
      case .maximum: self[counter] = max(self[counter], other[counter])
      }
    }
    instancesPerTrial.merge(other.instancesPerTrial)
  }
}
