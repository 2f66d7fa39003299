package import SingletonCore
import SingletonReports
import SingletonStatistics
package import SingletonTextFormats

/// A limit on how much slower a group may become before it counts as a regression.
package enum TimeGate: Sendable {
  /// The same limit in percent for every group.
  case percent(Double)
  /// A separate limit for each group, as measured by a calibration.
  case calibrated(GateFile)

  /// Returns whether the gate applies to times with this fingerprint of the machine and build.
  func applies(to fingerprint: String) -> Bool {
    if case .calibrated(let file) = self { file.fingerprint == fingerprint } else { true }
  }

  /// Returns the limit for a group in percent, or `nil` if there is none.
  func percent(for key: RowKey) -> Double? {
    switch self {
    case .percent(let percent): percent
    case .calibrated(let file): file.gates[key]
    }
  }
}

/// The gates that groups need on one machine, as measured by `calibrate`.
package struct GateFile: Sendable {
  package let fingerprint: String
  /// The gate of each group in percent.
  package let gates: [RowKey: Double]

  private struct Gate {
    var key = RowKey()
    var replicates = 0
    var percent = 0.0
    var fingerprint = ""
  }

  private static let columns: [Column<Gate>] = [
    Column("strategy", "The strategy's id.", .text, .named, of: \.key.strategy),
    Column("scenario", "What the threads of one trial do.", .text, .named, of: \.key.scenario),
    Column("threads", "Threads that call.", .integer, .filled, of: \.key.threads),
    // Files of versions that did not race listings do not have this column.
    Column("form", "What ran: harness or plain.", .form, of: \.key.form),
    Column("engine", "Where the threads come from.", .threadSource, .named, of: \.key.threadSource),
    Column(
      "initializer_cost", "The additional work of the initializer.", .initializerCost, .named,
      of: \.key.initializerCost),
    Column("placement", "The requested placement of the threads.", .placement, .named, of: \.key.placement),
    Column("replicates", "Replicates of each side.", .integer, .named, of: \.replicates),
    Column("gate_percent", "Percent above which the row is slower.", percentage, .filled, of: \.percent),
    Column("fingerprint", "The machine and the build.", .text, .named, of: \.fingerprint),
  ]

  private static let percentage = FieldFormat<Double>(.real, expected: "a percentage above 0") {
    .real(orEmpty: $0, .decimals(3))
  } parse: {
    FieldFormat<Double>.real(.decimals(3)).parse($0).flatMap { $0 > 0 ? $0 : nil }
  }

  package init(path: String) throws(InputError) {
    var reader = try RowReader(path: path, kind: "a file of gates", Self.columns, startingAs: Gate())
    var gates: [RowKey: Double] = [:]
    var fingerprints: Set<String> = []
    while let gate = try reader.next() {
      if gates.updateValue(gate.percent, forKey: gate.key) != nil {
        throw InputError(
          path: path, line: reader.line, problem: "a second gate for \(gate.key.title)",
          expected: "one gate for each row")
      }
      fingerprints.insert(gate.fingerprint)
    }
    guard fingerprints.count == 1 else {
      throw InputError(
        path: path, problem: "rows of several machines or builds",
        expected: "the gates of one machine, as '\(Tool.current.name) calibrate --out FILE' writes them")
    }
    fingerprint = fingerprints.first!
    self.gates = gates
  }

  package static func text(of calibrations: [Calibration], fingerprint: String) -> String {
    let gates = calibrations.map {
      Gate(key: $0.key, replicates: $0.replicates, percent: Double($0.gate), fingerprint: fingerprint)
    }
    return CSV.text(of: gates, columns)
  }
}

/// The gate that one group needs on this machine. It is found by comparing the group with itself.
///
/// The 2n replicates of one binary are split into random halves a thousand times. Nothing has really changed between
/// two halves. The gate is the change that 99 of 100 ratios of the halves' medians do not exceed, rounded up to a whole
/// percentage, and at least 5%.
package struct Calibration: Sendable {
  package let key: RowKey
  /// The number of replicates on each side.
  package let replicates: Int
  /// The gate in percent.
  package let gate: Int

  private static let splits = 1_000
  private static let leastGate = 5

  /// Creates the calibration of a group.
  ///
  /// - Returns: `nil` if a side would have fewer than two replicates with times, or a time is not positive and finite.
  private init?(_ group: ReplicateGroup, leastFloor: Double, seed: UInt64) {
    let half = group.times.count / 2
    guard half >= 2, group.times.allSatisfy({ $0.overFloor > 0 && $0.overFloor.isFinite }) else { return nil }
    key = group.key
    replicates = half
    var random = SplitMix64(seed: seed)
    let ratios = (0..<Self.splits).map { _ in
      let shuffled = group.times.shuffled(using: &random)
      let ratio = TimeEvidence(
        Array(shuffled.prefix(half)), Array(shuffled.dropFirst(half)), leastFloor: leastFloor
      ).ratio
      return max(ratio, 1 / ratio)
    }.sorted()
    let bound = ratios[Self.splits * 99 / 100 - 1]
    gate = max(Self.leastGate, Int((100 * (bound - 1)).rounded(.up)))
  }

  /// Returns the calibrations of the groups in the rows of a calibration run, in the order of the rows. Groups without
  /// times are left out.
  package static func calibrations(of rows: [StressRow], seed: UInt64) -> [Calibration] {
    let report = ComparedReport(rows: rows)
    return report.groups.compactMap { group in
      report.leastFloors[group.key.timedLoop].flatMap { Calibration(group, leastFloor: $0, seed: seed) }
    }
  }

  /// Returns the number of different splits of `2 * replicates` values into halves. The number is exact at least up to
  /// a hundred.
  ///
  /// With fewer than a hundred splits, one in a hundred means nothing.
  package static func splitCount(replicates: Int) -> Int {
    // The number of splits is half of the binomial coefficient of 2n over n, because each pair of halves is one split.
    let side = min(replicates, 10)
    return (1...side).reduce(1) { $0 * (side + $1) / $1 } / 2
  }
}
