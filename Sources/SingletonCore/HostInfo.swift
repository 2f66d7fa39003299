/// The machine and the build of a run.
///
/// Times of different machines or builds cannot be compared. A string is empty if it is unknown.
package struct HostInfo: Sendable {
  package var os = ""
  package var arch = ""
  package var cpuModel = ""
  /// The number of cores that affinity and quota leave.
  package var cores = 0
  package var swiftVersion = ""
  /// `release` or `debug`.
  package var build = ""
  package var sanitizer = ""
  /// An opaque hash, which is equal if all properties above are equal.
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

  /// Returns the 64-bit FNV-1a hash in hexadecimal.
  private static func hash(_ facts: [String]) -> String {
    let text = facts.joined(separator: "\u{1F}")
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
