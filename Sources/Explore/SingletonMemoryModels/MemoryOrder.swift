/// The memory order of an access or a fence, as in C++.
///
/// A `plain` access is not atomic: it synchronizes with nothing, and may take part in a data race.
public enum MemoryOrder: UInt8, CaseIterable, Codable, Sendable {
  case plain, relaxed, acquire, release, acquireRelease, sequentiallyConsistent

  /// The name in C11, such as `acq_rel`, or `plain`.
  public var name: String {
    switch self {
    case .plain: "plain"
    case .relaxed: "relaxed"
    case .acquire: "acquire"
    case .release: "release"
    case .acquireRelease: "acq_rel"
    case .sequentiallyConsistent: "seq_cst"
    }
  }

  public var isAtomic: Bool { self != .plain }
  public var acquires: Bool { self == .acquire || self == .acquireRelease || self == .sequentiallyConsistent }
  public var releases: Bool { self == .release || self == .acquireRelease || self == .sequentiallyConsistent }
}
