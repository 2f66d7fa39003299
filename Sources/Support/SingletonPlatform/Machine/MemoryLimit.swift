import CSingletonPlatform

/// A limit on this process's memory, as `ulimit` sets it.
package struct MemoryLimit: Sendable {
  /// The kind of memory that is limited, such as `stack`.
  package let name: String
  /// The option of `ulimit` that sets the limit.
  package let option: String
  /// The limit in KiB.
  package let kibibytes: UInt64

  /// The smallest value of each limit with which a small run was seen to finish. With less, Swift's runtime ends the
  /// process at the first allocation that fails.
  package static let least = [
    MemoryLimit(name: "stack", option: "-s", kibibytes: 128),
    MemoryLimit(name: "data", option: "-d", kibibytes: 40_000),
    MemoryLimit(name: "address space", option: "-v", kibibytes: 60_000),
  ]

  /// Returns the first limit that is too small and the smallest value that it should have, or `nil` if no limit is too
  /// small.
  package static func tooSmall() -> (present: MemoryLimit, least: MemoryLimit)? {
    let limits = cp_memory_limits()
    for (least, bytes) in zip(least, [limits.stack, limits.data, limits.address_space]) {
      let present = MemoryLimit(name: least.name, option: least.option, kibibytes: bytes / 1024)
      if present.kibibytes < least.kibibytes { return (present, least) }
    }
    return nil
  }
}
