import Core
import Platform
import Statistics
import TextFormats

/// How much slower a group may be before that is a regression.
package enum TimeGate: Sendable {
  /// The same for every group.
  case percent(Double)
  /// One for each group that a calibration has measured.
  case calibrated(GateFile)

  /// Whether it can be held against times of a machine and build with this fingerprint.
  func applies(to fingerprint: String) -> Bool {
    if case .calibrated(let file) = self { file.fingerprint == fingerprint } else { true }
  }

  /// Percent; nil where the group has none.
  func percent(for key: RowKey) -> Double? {
    switch self {
    case .percent(let percent): percent
    case .calibrated(let file): file.gates[key]
    }
  }
}
