/// What was counted: one 64-bit figure for each ``Counter``.
package struct Tally: Equatable, Sendable {
  private var values = [UInt64](repeating: 0, count: Counter.allCases.count)

  package init() {}

  package subscript(counter: Counter) -> UInt64 {
    get { values[counter.rawValue] }
    set { values[counter.rawValue] = newValue }
  }

  /// Entries into the initializer beyond one for each lifetime, over the trials that were tallied.
  package var initReentries: UInt64 {
    self[.talliedInits] > self[.lifetimes] ? self[.talliedInits] - self[.lifetimes] : 0
  }

  /// Violating trials among all trials, 0 to 1; nil without a trial.
  package var violationRate: Double? {
    self[.trials] == 0 ? nil : Double(self[.violatingTrials]) / Double(self[.trials])
  }

  package mutating func merge(_ other: Tally) {
    for counter in Counter.allCases {
      switch counter.merge {
      case .sum: self[counter] &+= other[counter]
      case .maximum: self[counter] = max(self[counter], other[counter])
      }
    }
  }
}
