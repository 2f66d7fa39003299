/// The choice of a row's layout, by trying each of them.
///
/// Which layout brings the threads together depends on the machine, on the strategy, and on the distance between the
/// cores on which the threads happen to run; the best layout on one host caused only a third of the possible collisions
/// on another. A row therefore tries all layouts at its beginning and uses the best one. It keeps trying the other
/// layouts, because the machine changes, and because a defect that has not been seen may appear in only one of them.
/// All of these trials count.
struct SweepTuner {
  var layout: SweepLayout { candidates[current].layout }
  /// The layout in which the threads have met most often.
  var best: SweepLayout { candidates[bestIndex].layout }

  private var candidates: [Candidate]
  private var current = 0
  /// The number of sweeps that were long enough to compare layouts.
  private var sweeps = 0

  /// The smallest number of cells in a sweep that counts: a smaller sweep says more about its barriers than about its
  /// layout.
  static let leastCells = 1_024
  /// The maximum number of cells of a sweep while layouts are tried.
  private static let mostCells = 2_048
  /// The number of times that each layout is tried before one of them is chosen.
  private static let trials = 2
  /// One sweep out of this many uses an arbitrary layout: every second one as long as no defect has been seen.
  private var turn: Int { hasViolations ? 8 : 2 }
  /// The number of violations that is enough to tell layouts apart.
  private static let enoughViolations = 32.0

  private struct Candidate {
    let layout: SweepLayout
    var nanoseconds = 0.0
    var trials = 0.0
    var violations = 0.0
    var leadChanges = 0.0

    /// Adds a sweep. Earlier measurements lose weight, because the machine changes.
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

  /// Takes note of a sweep in the current layout, and chooses the layout of the next one.
  mutating func note(_ cells: Int, took nanoseconds: UInt64, _ encounters: Encounters) {
    guard candidates.count > 1, cells >= Self.leastCells else { return }
    candidates[current].add(cells, nanoseconds, encounters)
    sweeps += 1
    let isTurn = sweeps % turn == 0
    current = isTrying ? sweeps % candidates.count : isTurn ? sweeps / turn % candidates.count : bestIndex
  }

  private var hasViolations: Bool { candidates.map(\.violations).reduce(0, +) >= Self.enoughViolations }

  /// The layout in which threads met most often. A violation of the promise shows that they met. Without violations,
  /// the lead shows it, which changes often if the threads are close together; if there is no lead either, the fastest
  /// layout is the best.
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
