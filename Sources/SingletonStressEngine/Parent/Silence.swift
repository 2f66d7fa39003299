import SingletonPlatform

/// How long there has been no progress, in time that this process itself ran.
///
/// In a frozen container, the watched process is stopped as well as this one, and no time passes for either.
package struct Silence: Sendable {
  /// In nanoseconds.
  package private(set) var length: UInt64 = 0
  private var lastLook: UInt64

  /// The most nanoseconds that one look adds. If this process has not looked for longer, it was stopped itself.
  package static let longestLook: UInt64 = 200_000_000

  package init(since now: UInt64 = monotonicNanoseconds()) { lastLook = now }

  /// Notes whether there still is no progress.
  package mutating func note(isSilent: Bool, at now: UInt64 = monotonicNanoseconds()) {
    length = isSilent ? length + min(now - lastLook, Self.longestLook) : 0
    lastLook = now
  }
}
