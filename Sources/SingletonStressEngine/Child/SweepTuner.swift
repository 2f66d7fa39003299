/// The choice of a row's layout, by trying each of them.
///
/// Which layout brings the threads together depends on the machine, on the strategy, and on how far apart the cores are
/// on which the threads happen to run; the best one on one host made a third of the collisions on another. A row
/// therefore tries all layouts at its beginning and uses the best one. It tries the other layouts again, because the machine
/// changes, and because a defect that has not been seen may show itself only in one of them. All of these trials count.
struct SweepTuner {
  /// The layout of the next sweep.
  var layout: SweepLayout { candidates[current].layout }
  /// The layout in which the threads have met most often.
  var best: SweepLayout { candidates[bestIndex].layout }

  private var candidates: [Candidate]
  private var current = 0
  /// The number of sweeps that were long enough to say anything.
  private var sweeps = 0

  /// A sweep of fewer cells says more about its barriers than about its layout.
  static let leastCells = 1_024
  /// The maximum number of cells of a sweep while layouts are tried.
  private static let mostCells = 2_048
  /// How often each layout is tried before one of them is chosen.
  private static let trials = 2
  /// One sweep in this many tries an arbitrary layout: every second one as long as nothing has been seen.
  private var turn: Int { hasViolations ? 8 : 2 }
  /// The violations that tell layouts apart.
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

  /// Takes note of a sweep in the current layout, and chooses the next one's.
  mutating func note(_ cells: Int, took nanoseconds: UInt64, _ encounters: Encounters) {
    guard candidates.count > 1, cells >= Self.leastCells else { return }
    candidates[current].add(cells, nanoseconds, encounters)
    sweeps += 1
    let isTurn = sweeps % turn == 0
    current = isTrying ? sweeps % candidates.count : isTurn ? sweeps / turn % candidates.count : bestIndex
  }

  private var hasViolations: Bool { candidates.map(\.violations).reduce(0, +) >= Self.enoughViolations }

  /// The threads have met where they have violated the promise. A strategy that has not shown itself broken tells that
  /// they have met by the lead, which changes often if they are close together; one that does not even have a lead is
  /// as good as it is fast.
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
