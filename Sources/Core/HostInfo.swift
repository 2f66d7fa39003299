/// The machine and the build. Times of different ones cannot be compared. A text is empty if it is unknown.
package struct HostInfo: Sendable {
  package var os = ""
  package var arch = ""
  package var cpuModel = ""
  /// The cores that affinity and quota leave us.
  package var cores = 0
  package var swiftVersion = ""
  /// `release` or `debug`.
  package var build = ""
  package var sanitizer = ""
  /// Opaque: equal if all of the above are.
  package var fingerprint = ""

  package init() {}

  package init(
    os: String, arch: String, cpuModel: String, cores: Int, swiftVersion: String, build: String, sanitizer: String
  ) {
    self.os = os
    self.arch = arch
    self.cpuModel = cpuModel
    self.cores = cores
    self.swiftVersion = swiftVersion
    self.build = build
    self.sanitizer = sanitizer
    fingerprint = Self.hash([os, arch, cpuModel, String(cores), swiftVersion, build, sanitizer])
  }

  /// FNV-1a, 64 bits, in hex.
  private static func hash(_ facts: [String]) -> String {
    let text = facts.joined(separator: "\u{1F}")
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
