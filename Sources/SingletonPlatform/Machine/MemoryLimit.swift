import CSingletonPlatform

/// A system limit on this process's memory, as set by `ulimit`.
package struct MemoryLimit: Sendable {
  /// The limited memory, such as `stack`.
  package let name: String
  /// The option of `ulimit`.
  package let option: String
  /// The limit in KiB, or the smallest one with which a small run was seen to finish.
  package let kibibytes: UInt64

  /// The smallest usable value of each limit. With less, Swift's runtime ends the process wherever it needs memory and
  /// gets none.
  package static let least = [
    MemoryLimit(name: "stack", option: "-s", kibibytes: 128),
    MemoryLimit(name: "data", option: "-d", kibibytes: 40_000),
    MemoryLimit(name: "address space", option: "-v", kibibytes: 60_000),
  ]

  /// Returns the first limit that is too small, and what it should be at least, or `nil`.
  package static func tooSmall() -> (present: MemoryLimit, least: MemoryLimit)? {
    let limits = cp_memory_limits()
    for (least, bytes) in zip(least, [limits.stack, limits.data, limits.address_space]) {
      let present = MemoryLimit(name: least.name, option: least.option, kibibytes: bytes / 1024)
      if present.kibibytes < least.kibibytes { return (present, least) }
    }
    return nil
  }
}
