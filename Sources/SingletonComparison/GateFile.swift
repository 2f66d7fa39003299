package import SingletonCore
import SingletonPlatform
import SingletonStatistics
package import SingletonTextFormats

/// The gates that the groups need on one machine, as measured by `calibrate`.
package struct GateFile: Sendable {
  /// The fingerprint of the calibrated machine and build.
  package let fingerprint: String
  /// The gate of each group in percent.
  package let gates: [RowKey: Double]

  private static let columns = [
    "strategy", "scenario", "threads", "engine", "initializer_cost", "placement", "replicates", "gate_percent",
    "fingerprint",
  ]

  package init(path: String) throws(InputError) {
    var gates: [RowKey: Double] = [:]
    var fingerprints: [String] = []
    for row in try CSVTable(path: path).rows(of: Self.columns) {
      var key = RowKey.subject(row.cells[0], row.cells[1])
      key.threads = try row.value(2, expected: "a number of threads") { Int($0) }
      key.threadSource = row.cells[3]
      key.initializerCost = row.cells[4]
      key.placement = row.cells[5]
      if gates[key] != nil {
        throw InputError(
          path: path, line: row.line, problem: "a second gate of \(key.name)", expected: "one gate for each row")
      }
      gates[key] = try row.value(7, expected: "a percentage above 0") { text in
        Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
      }
      if fingerprints.last != row.cells[8] { fingerprints.append(row.cells[8]) }
    }
    guard let fingerprint = fingerprints.first, fingerprints.count == 1 else {
      throw InputError(
        path: path, problem: fingerprints.isEmpty ? "a header and no row" : "rows of several machines or builds",
        expected: "the gates of one machine, as '\(Tool.current.name) calibrate --out FILE' writes them")
    }
    self.fingerprint = fingerprint
    self.gates = gates
  }

  /// Returns the text of a gate file for these calibrations.
  package static func text(of calibrations: [Calibration], fingerprint: String) -> String {
    let lines = calibrations.map { calibration in
      CSV.line([
        .text(calibration.key.strategy), .text(calibration.key.scenario), .integer(orEmpty: calibration.key.threads),
        .text(calibration.key.threadSource), .text(calibration.key.initializerCost), .text(calibration.key.placement),
        .integer(UInt64(calibration.replicates)), .integer(UInt64(calibration.gate)), .text(fingerprint),
      ])
    }
    return CSV.line(columns.map(FieldValue.text)) + lines.joined()
  }
}
