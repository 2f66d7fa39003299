/// How strongly an access or a fence orders what is around it, as in C++.
///
/// `plain` is an access that is not atomic: it synchronises with nothing, and may race.
package enum MemoryOrder: UInt8, Sendable, CaseIterable {
  case plain, relaxed, acquire, release, acquireRelease, sequentiallyConsistent

  package var isAtomic: Bool { self != .plain }
  package var acquires: Bool { self == .acquire || self == .acquireRelease || self == .sequentiallyConsistent }
  package var releases: Bool { self == .release || self == .acquireRelease || self == .sequentiallyConsistent }
}
