/// The memory order of an access or a fence, as in C++.
///
/// A `plain` access is not atomic: it synchronizes with nothing, and may take part in a data race.
public enum MemoryOrder: UInt8, Sendable, CaseIterable {
  case plain, relaxed, acquire, release, acquireRelease, sequentiallyConsistent

  public var isAtomic: Bool { self != .plain }
  public var acquires: Bool { self == .acquire || self == .acquireRelease || self == .sequentiallyConsistent }
  public var releases: Bool { self == .release || self == .acquireRelease || self == .sequentiallyConsistent }
}
