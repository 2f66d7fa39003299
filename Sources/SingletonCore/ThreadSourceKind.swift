/// The source of a row's threads.
///
/// The raw value is its name in options and reports.
package enum ThreadSourceKind: String, CaseIterable, Sendable {
  case dispatch
  case pthread

  /// The most threads of one row: 255 in libdispatch's pool on Linux, and this project's own limit for plain threads.
  package var threadLimit: Int {
    switch self {
    case .dispatch: 255
    case .pthread: 1024
    }
  }
}
