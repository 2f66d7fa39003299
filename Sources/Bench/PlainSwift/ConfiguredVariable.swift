// Feature flags that the start of the program configures, and everybody reads. Swift 6 accepts the variable, because
// `nonisolated(unsafe)` says that somebody has thought about it. A second call replaces what others hold.

final class FeatureFlags: Sendable {
  nonisolated(unsafe) private(set) static var shared: FeatureFlags?

  @discardableResult
  static func configure(_ names: Set<String>) -> FeatureFlags {
    let flags = FeatureFlags(names)
    shared = flags  // Not synchronized with those who read.
    return flags
  }

  let names: Set<String>

  private init(_ names: Set<String>) { self.names = names }
}
