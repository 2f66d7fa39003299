package import SingletonCore
package import SingletonTextFormats

/// A limit on how much slower a group may be before it counts as a regression.
package enum TimeGate: Sendable {
  /// The same limit in percent for every group.
  case percent(Double)
  /// A limit for each group that a calibration has measured.
  case calibrated(GateFile)

  /// Returns whether the gate applies to times of the machine and build with the given fingerprint.
  func applies(to fingerprint: String) -> Bool {
    if case .calibrated(let file) = self { file.fingerprint == fingerprint } else { true }
  }

  /// Returns the limit in percent, or `nil` if the group has none.
  func percent(for key: RowKey) -> Double? {
    switch self {
    case .percent(let percent): percent
    case .calibrated(let file): file.gates[key]
    }
  }
}

/// The gates that the groups need on one machine, as measured by `calibrate`.
package struct GateFile: Sendable {
  /// The fingerprint of the calibrated machine and build.
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
    Column("engine", "Where the threads come from.", .text, .named, of: \.key.threadSource),
    Column("initializer_cost", "What the initializer does besides.", .text, .named, of: \.key.initializerCost),
    Column("placement", "Where the threads were to run.", .text, .named, of: \.key.placement),
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
          path: path, line: reader.line, problem: "a second gate of \(gate.key.title)",
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
