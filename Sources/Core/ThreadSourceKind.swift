/// Where a row's threads come from. The raw value is its name in options and reports.
package enum ThreadSourceKind: String, CaseIterable, Sendable {
  case dispatch
  case pthread

  /// The most threads one row can have. libdispatch's pool has 255 on Linux; for plain threads the limit is ours.
  package var threadLimit: Int {
    switch self {
    case .dispatch: 255
    case .pthread: 1024
    }
  }
}
