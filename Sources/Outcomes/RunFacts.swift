/// What is the same for all rows of one run.
package struct RunFacts: Sendable {
  package let id: String
  package let startedUTC: String
  package let toolVersion: String
  /// Empty where unknown.
  package let commit: String
  /// Nanoseconds: the least step of the clock that times rows; nil where unknown.
  package let clockResolution: Double?

  package init(id: String, startedUTC: String, toolVersion: String, commit: String, clockResolution: Double? = nil) {
    self.id = id
    self.startedUTC = startedUTC
    self.toolVersion = toolVersion
    self.commit = commit
    self.clockResolution = clockResolution
  }
}

/// The machine and the build: figures of different ones are not comparable. Empty where unknown.
package struct HostFacts: Sendable {
  package let os, arch, cpuModel: String
  /// What affinity and quota leave us.
  package let cores: Int
  package let swiftVersion: String
  /// `release` or `debug`.
  package let build: String
  package let sanitizer: String
  /// Opaque: equal where all of the above are.
  package let fingerprint: String

  /// - Parameter fingerprint: as a report has it; nil = worked out.
  package init(
    os: String, arch: String, cpuModel: String, cores: Int, swiftVersion: String, build: String, sanitizer: String,
    fingerprint: String? = nil
  ) {
    self.os = os
    self.arch = arch
    self.cpuModel = cpuModel
    self.cores = cores
    self.swiftVersion = swiftVersion
    self.build = build
    self.sanitizer = sanitizer
    self.fingerprint =
      fingerprint ?? Self.hash([os, arch, cpuModel, String(cores), swiftVersion, build, sanitizer])
  }

  /// FNV-1a, 64 bits, in hex.
  private static func hash(_ facts: [String]) -> String {
    let text = facts.joined(separator: "\u{1F}")
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
