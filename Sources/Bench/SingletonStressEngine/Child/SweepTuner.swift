/// The choice of a row's layout, made by trying all of them.
///
/// Which layout makes threads overlap depends on the machine, on the strategy, and on the distance between the cores on
/// which the threads happen to run. The best layout of one host caused only a third of the possible collisions on
/// another. A row therefore tries every layout at its beginning and then uses the best one. It keeps trying the rest
/// from time to time, because the machine's state changes, and because some defects may appear in only one layout. All
/// of these trials count.
struct SweepTuner {
  var layout: SweepLayout { candidates[current].layout }
  /// The layout in which the threads have overlapped most often.
  var best: SweepLayout { candidates[bestIndex].layout }

  private var candidates: [Candidate]
  private var current = 0
  /// The number of sweeps that were long enough to compare layouts.
  private var sweeps = 0

  /// The smallest number of cells in a sweep that is used to compare layouts. In a smaller sweep, the barriers take
  /// most of the time.
  static let leastCells = 1_024
  /// The maximum number of cells in a sweep while all layouts are being tried.
  private static let mostCells = 2_048
  /// How often each layout is tried before the best one is chosen.
  private static let trials = 2
  /// One sweep out of this many uses an arbitrary layout: every second sweep until a violation has been seen, every
  /// eighth from then on.
  private var turn: Int { hasViolations ? 8 : 2 }
  /// The number of violations that is enough to tell which layout is better.
  private static let enoughViolations = 32.0

  private struct Candidate {
    let layout: SweepLayout
    var nanoseconds = 0.0
    var trials = 0.0
    var violations = 0.0
    var leadChanges = 0.0

    /// Adds the measurements of a sweep. Those of earlier sweeps lose weight, because the machine's state changes.
    mutating func add(_ cells: Int, _ nanoseconds: UInt64, _ encounters: Encounters) {
      let weight = 0.875
      self.nanoseconds = self.nanoseconds * weight + Double(nanoseconds)
      trials = trials * weight + Double(cells)
      violations = violations * weight + Double(encounters.violations)
      leadChanges = leadChanges * weight + Double(encounters.leadChanges)
    }
  }

  init(_ layouts: [SweepLayout]) { candidates = layouts.map { Candidate(layout: $0) } }

  /// The maximum number of cells of the next sweep.
  var cellLimit: Int { isTrying ? Self.mostCells : .max }

  private var isTrying: Bool { candidates.count > 1 && sweeps < Self.trials * candidates.count }

  /// Adds the measurements of a sweep in the current layout, and chooses the layout of the next sweep.
  mutating func note(_ cells: Int, took nanoseconds: UInt64, _ encounters: Encounters) {
    guard candidates.count > 1, cells >= Self.leastCells else { return }
    candidates[current].add(cells, nanoseconds, encounters)
    sweeps += 1
    let isTurn = sweeps % turn == 0
    current = isTrying ? sweeps % candidates.count : isTurn ? sweeps / turn % candidates.count : bestIndex
  }

  private var hasViolations: Bool { candidates.map(\.violations).reduce(0, +) >= Self.enoughViolations }

  /// The index of the layout in which threads overlapped most often.
  ///
  /// The measure is the rate of violations. Without violations, it is how often the creator of the instance changes
  /// from cell to cell, which is often if threads are close together. If that never changes either, the fastest layout
  /// is the best.
  private var bestIndex: Int {
    let value: (Candidate) -> Double =
      if hasViolations {
        \.violations
      } else if candidates.contains(where: { $0.leadChanges > 0 }) {
        \.leadChanges
      } else {
        \.trials
      }
    func rate(_ index: Int) -> Double { value(candidates[index]) / max(1, candidates[index].nanoseconds) }
    return candidates.indices.max { rate($0) < rate($1) }!
  }
}
