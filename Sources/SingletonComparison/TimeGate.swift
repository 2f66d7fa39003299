import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

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
