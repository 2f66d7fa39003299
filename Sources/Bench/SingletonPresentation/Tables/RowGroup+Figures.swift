package import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The replicates of one row, treated as a single row: counts are merged, and a defect counts as shown if any replicate
/// showed it.
extension RowGroup {
  static func pooled(_ rows: [StressRow]) -> [RowGroup] { sorted(byReplicates(rows)) }

  /// Returns the groups sorted by scenario, form, thread count, and initializer cost. Groups that are equal in these
  /// remain in their order.
  static func sorted(_ groups: [RowGroup]) -> [RowGroup] {
    groups.enumerated().sorted { first, second in
      let (a, b) = (first.element.place, second.element.place)
      return a == b ? first.offset < second.offset : a < b
    }.map(\.element)
  }

  /// Pools replicates, except for rows that never began because of an interruption. Only the summary counts those.
  static func begun(_ rows: [StressRow]) -> [RowGroup] { pooled(rows).filter(\.hasBegun) }

  var hasBegun: Bool { rows.contains { $0.status != .interrupted || $0.measured != nil } }

  var expected: Expectation { rows[0].expected }
  var wasCounted: Bool { rows.contains { $0.measured != nil } }

  /// The usage that the scenario exercises. A scenario of another version is assumed to be one of `accessing`.
  var usage: Usage { Scenario(id: key.scenario)?.usage ?? .accessing }

  var verdict: Verdict { Verdict.pooled(rows.map(\.verdict))! }

  var shown: Set<Defect> { rows.reduce(into: []) { $0.formUnion($1.shown) } }

  private var anomalies: Set<Defect> { rows.reduce(into: []) { $0.formUnion($1.anomalies) } }

  var forbidden: Set<Defect> { anomalies.subtracting(expected.allowed) }

  /// The observations that break no promise; empty if a trial broke the promise, because that matters more.
  var harmless: Set<Defect> {
    verdict.kind.sawNothing ? anomalies.filter { !rows[0].promise.isBroken(by: $0) && $0 != .liveMax } : []
  }

  /// The time of a later access in nanoseconds: the median over the replicates.
  var access: MedianInterval? { MedianInterval(of: rows.compactMap { $0.measured?.access?.p50 }) }

  var floor: Double? { median { $0.access?.floor } }

  /// Returns the median of a figure over the replicates, or `nil` if no replicate has the figure.
  func median(_ figure: (Measurements) -> Double?) -> Double? {
    MedianInterval(of: rows.compactMap { $0.measured.flatMap(figure) })?.median
  }

  /// How many trials violated, such as `0.62%`.
  var violatingShare: String { [self].violatingShare }

  var initsPerTrial: Double? {
    tally[.trials] == 0 ? nil : Double(tally[.inits]) / Double(tally[.trials])
  }

  var isOversubscribed: Bool { key.threads > rows[0].host.cores }

  /// The first nonempty message that a replicate has left on standard error.
  var remark: String? { rows.compactMap(\.remark).first { !$0.isEmpty } }

  /// The timeout after which a replicate counted as hung or was skipped; `nil` if the hang was declared, or if the
  /// timeout was so long that other work on the machine cannot be the cause.
  var endedByShortTimeout: Duration? {
    rows.first { ($0.status == .hung || $0.whySkipped != nil) && !$0.endedAsDeclared }?.run.timeout
      .flatMap { $0 < .seconds(1) ? $0 : nil }
  }

  private var place: (Int, String, Int, InitializerCost) {
    (Scenario.index(ofID: key.scenario), key.form, key.threads, key.sortingCost)
  }
}

extension [RowGroup] {
  var verdict: Verdict? { .pooled(map(\.verdict)) }

  /// The observations of all rows that break no promise; empty if a row broke the promise, because that matters more.
  var harmless: Set<Defect> {
    verdict?.kind.sawNothing == true ? reduce(into: []) { $0.formUnion($1.harmless) } : []
  }

  func count(_ counter: Counter) -> UInt64 { reduce(0) { $0 &+ $1.tally[counter] } }

  /// How many trials violated, such as `0.62%` or `3 of 4`; `none`; or `1+` if a trial did not end, or ended its process.
  var violatingShare: String {
    let (trials, violating) = (count(.trials), count(.violatingTrials))
    if violating > 0 || trials == 0 { return HumanFormat.share(violating, of: trials) }
    return verdict?.kind == .deadlocks || verdict?.kind == .crashes ? Mark.ended.rawValue : "none"
  }

  var noteOfEnds: [String] {
    contains { $0.violatingShare == Mark.ended.rawValue }
      ? ["\(Mark.ended.rawValue): at least one did not end, or ended its process"] : []
  }
}

// MARK: - Later accesses

/// The times of a later access while all cores access, for the rows of one table.
///
/// These times depend on where the host runs the virtual cores, which can change. A cache line then takes several times
/// as long from one virtual core to another, and so does an access whose reference count or lock is in that line.
struct AllCoresCosts {
  private let floors: ShortestFloors
  /// The shortest time, in any of the rows, that a cache line took from one core to another, in nanoseconds.
  private let shortestWay: Double?

  /// A time is marked if the transfer of a cache line took more than this many times the shortest time.
  private static let longWay = 1.5
  /// A median is marked if a tenth of the batches took more than this many times as long as the median.
  private static let scatter = 1.4

  init(of rows: [RowGroup]) {
    floors = ShortestFloors(of: rows.flatMap(\.rows))
    shortestWay = rows.compactMap(Self.way).min()
  }

  private static func way(of row: RowGroup) -> Double? { row.median { $0.access?.line } }

  private func isScattered(_ row: RowGroup) -> Bool {
    slow(row) == nil && row.median { $0.allCoresAccess.map { $0.p90 / $0.p50 } } ?? 1 > Self.scatter
  }

  /// Returns the median of the slower state, or `nil` if the accesses have only one state.
  private func slow(_ row: RowGroup) -> Double? { row.median { $0.allCoresAccess?.states?.slow } }

  private func tookLong(_ row: RowGroup) -> Bool {
    guard let way = Self.way(of: row), let shortestWay else { return false }
    return way > Self.longWay * shortestWay
  }

  private func isSlow(_ row: RowGroup) -> Bool { floors.wereExceeded(by: row.rows, onAllCores: true) }

  private func isWithinLoop(_ row: RowGroup) -> Bool {
    guard let time = row.median({ $0.allCoresAccess?.p50 }) else { return false }
    return floors.exceed(time, row.rows, onAllCores: true)
  }

  private func marks(_ row: RowGroup) -> String {
    [
      isScattered(row) ? Mark.scattered : nil, isSlow(row) ? .slowMachine : nil, isWithinLoop(row) ? .withinLoop : nil,
      tookLong(row) ? .distantCores : nil,
    ].compactMap(\.?.rawValue).joined()
  }

  /// Returns the median with the row's marks. If the accesses have two states, returns both medians and the share of
  /// the slower one, such as `490, 3% 29600`.
  func text(_ row: RowGroup) -> String {
    guard let slow = slow(row) else {
      return HumanFormat.short(row.median { $0.allCoresAccess?.p50 }) + marks(row)
    }
    let fast = row.median { $0.allCoresAccess.map { $0.states?.fast ?? $0.p50 } }
    let shares = row.rows.compactMap { $0.measured?.allCoresAccess }.map { $0.states?.slowShare ?? 0 }
    let share = HumanFormat.percent(UInt64(1_000 * shares.reduce(0, +)), of: 1_000 * UInt64(shares.count))
    return "\(HumanFormat.short(fast)), \(share) \(HumanFormat.short(slow))\(marks(row))"
  }

  /// Returns the meanings of the marks that occur in these rows.
  func notes(_ rows: [RowGroup]) -> [String] {
    let late = rows.filter(tookLong).compactMap(Self.way).min().map { way in
      "\(Mark.distantCores.rawValue): a cache line took \(HumanFormat.short(way)) ns or more from core to core then, instead of"
        + " \(HumanFormat.short(shortestWay))"
    }
    let scattered =
      "\(Mark.scattered.rawValue): a tenth of the batches took more than \(HumanFormat.short(Self.scatter)) times as long"
    let states = "a time, a share and a time: two states, and how many of the batches were in the slower one"
    return [
      late, rows.contains(where: isScattered) ? scattered : nil, rows.contains { slow($0) != nil } ? states : nil,
      rows.contains(where: isSlow) ? ShortestFloors.note : nil,
      rows.contains(where: isWithinLoop) ? ShortestFloors.noteWithin : nil,
    ].compactMap(\.self)
  }
}

/// The shortest times of the empty loops in a report. They reveal when a machine was slow.
///
/// Each time of an access comes with the time of an empty loop in the same rounds. If a core is shared or runs at a
/// lower clock rate, both take longer.
package struct ShortestFloors {
  private let shortest: [Loop: Double]
  private let medians: [Loop: Double]

  /// A kind of empty loop that should always take the same time: that of one form, on one machine, and on one core or
  /// all of them.
  private struct Loop: Hashable {
    let form: String
    let machine: String
    let isOnAllCores: Bool
  }

  /// A machine counts as slow if the empty loop took more than this many times the shortest time.
  package static let slow = 1.1

  static let note =
    "\(Mark.slowMachine.rawValue): the machine was slower then than during other rows here: the empty loop took more than"
    + " \(HumanFormat.short(slow)) times its shortest time"

  static let noteWithin =
    "\(Mark.withinLoop.rawValue): no longer than the loop without a strategy, so it cannot be told from nothing"

  package init(of rows: [StressRow]) {
    let floors = rows.flatMap { row in [false, true].compactMap { Self.floor(of: row, onAllCores: $0) } }
    shortest = Dictionary(floors, uniquingKeysWith: min)
    medians = Dictionary(grouping: floors) { $0.0 }.compactMapValues { MedianInterval(of: $0.map(\.1))?.median }
  }

  private static func floor(of row: StressRow, onAllCores: Bool) -> (Loop, Double)? {
    let floor = onAllCores ? row.measured?.allCoresAccess?.floor : row.measured?.access?.floor
    // A report may lack the empty loop's times.
    return floor.flatMap { $0 > 0 ? $0 : nil }.map {
      (Loop(form: row.key.form, machine: row.host.fingerprint, isOnAllCores: onAllCores), $0)
    }
  }

  /// Returns whether the machine was slow during at least half of the rows that have this time.
  package func wereExceeded(by rows: [StressRow], onAllCores: Bool = false) -> Bool {
    let ratios = rows.compactMap { row in
      Self.floor(of: row, onAllCores: onAllCores).flatMap { loop, floor in shortest[loop].map { floor / $0 } }
    }
    return MedianInterval(of: ratios).map { $0.median > Self.slow } ?? false
  }

  /// Returns whether a time of these rows is no longer than that of their empty loops, or than the median of such loops
  /// in the report, which is what a reader sees.
  func exceed(_ nanoseconds: Double, _ rows: [StressRow], onAllCores: Bool = false) -> Bool {
    let own = rows.compactMap { Self.floor(of: $0, onAllCores: onAllCores) }
    let loops = own.compactMap { medians[$0.0] } + [MedianInterval(of: own.map(\.1))?.median].compactMap(\.self)
    return loops.contains { nanoseconds <= $0 }
  }
}

/// The time of a later access of one strategy, over several rows.
struct AccessCost {
  /// The median of the rows' medians, in nanoseconds.
  let nanoseconds: Double
  let isSlow: Bool
  let isWithinLoop: Bool

  /// Creates the cost, or returns `nil` if no row was timed.
  init?(of rows: [StressRow], over floors: ShortestFloors) {
    guard let median = MedianInterval(of: rows.compactMap { $0.measured?.access?.p50 })?.median else { return nil }
    nanoseconds = median
    isSlow = floors.wereExceeded(by: rows)
    isWithinLoop = floors.exceed(median, rows)
  }

  var text: String {
    HumanFormat.short(nanoseconds)
      + [isSlow ? Mark.slowMachine : nil, isWithinLoop ? .withinLoop : nil].compactMap(\.?.rawValue).joined()
  }

  /// Returns the meanings of the marks of these costs.
  static func notes(_ costs: some Sequence<AccessCost?>) -> [String] {
    [
      costs.contains { $0?.isSlow == true } ? ShortestFloors.note : nil,
      costs.contains { $0?.isWithinLoop == true } ? ShortestFloors.noteWithin : nil,
    ].compactMap(\.self)
  }
}

extension AccessCost? {
  var text: String { self?.text ?? HumanFormat.unknown }
}
