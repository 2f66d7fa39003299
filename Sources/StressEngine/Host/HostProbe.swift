import Platform
import CPlatform
package import Core

extension HostInfo {
  package static func ofThisMachine() -> HostInfo { HostProbe().facts }
}

/// Asks the system and the build what figures of this process depend on.
package struct HostProbe {
  /// What stands before `/proc` and `/sys`; only tests have anything there.
  private let root: String

  package init(root: String = "") { self.root = root }

  package var facts: HostInfo {
    var name = utsname()
    uname(&name)
    let (system, release) = (Self.text(name.sysname), Self.text(name.release))
    return HostInfo(
      os: system + " " + Self.withoutPatchLevel(release), arch: Self.text(name.machine), cpuModel: cpuModel,
      cores: max(1, min(Int(cp_allowed_cores()), coreQuota ?? .max)), swiftVersion: Self.swiftVersion,
      build: Self.build, sanitizer: String(cString: cp_sanitizer()))
  }

  /// `6.8.0-31-generic` as `6.8`: a security update must not make figures incomparable.
  package static func withoutPatchLevel(_ release: String) -> String {
    release.split { !$0.isASCII || !$0.isNumber }.prefix(2).joined(separator: ".")
  }

  /// A field of a C struct that holds a string.
  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// MARK: - The processor

extension HostProbe {
  /// Empty where unknown.
  package var cpuModel: String {
    #if canImport(Darwin)
      var buffer = [UInt8](repeating: 0, count: 256)
      var size = buffer.count
      guard sysctlbyname("machdep.cpu.brand_string", &buffer, &size, nil, 0) == 0 else { return "" }
      return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    #else
      // Of the first processor. ARM's kernel has no names, only the numbers that the processor gives.
      let facts = beginning(of: "/proc/cpuinfo").split(separator: "\n").map(Self.keyAndValue)
      func value(_ key: String) -> String? { facts.first { $0.key == key }?.value }
      let numbers = ["CPU implementer", "CPU part"].compactMap { key in value(key).map { "\(key) \($0)" } }
      return value("model name") ?? numbers.joined(separator: ", ")
    #endif
  }

  private static func keyAndValue(_ line: Substring) -> (key: String, value: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return (words[0], words.count == 2 ? words[1] : "")
  }

  /// The whole cores that control groups leave us time for, rounded up; nil where they set no limit.
  package var coreQuota: Int? {
    beginning(of: "/proc/self/cgroup").split(separator: "\n").flatMap(quotas).min()
  }

  /// - Parameter membership: `0::/path` (version 2) or `4:cpu,cpuacct:/path` (version 1).
  private func quotas(of membership: Substring) -> [Int] {
    let parts = membership.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return [] }
    let controllers = parts[1].split(separator: ",")
    if controllers.isEmpty { return ["", "/unified"].flatMap { quotas($0, parts[2], ["cpu.max"]) } }
    guard controllers.contains("cpu") else { return [] }
    return ["/cpu", "/" + parts[1]].flatMap { quotas($0, parts[2], ["cpu.cfs_quota_us", "cpu.cfs_period_us"]) }
  }

  /// Every group above ours limits us too. In a container the path may be one of the host's, of which only the top is
  /// mounted: groups that cannot be read set no limit.
  private func quotas(_ mount: some StringProtocol, _ path: Substring, _ files: [String]) -> [Int] {
    let steps = path.split(separator: "/")
    return (0...steps.count).compactMap { depth in
      let folder = steps.prefix(depth).reduce("/sys/fs/cgroup" + mount) { $0 + "/" + $1 }
      let words = files.flatMap { beginning(of: folder + "/" + $0).split(whereSeparator: \.isWhitespace) }
      // `max` and -1 are no limit.
      guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), quota > 0, period > 0 else {
        return nil
      }
      return (quota - 1) / period + 1
    }
  }

  /// Up to 64 KiB; empty where the file cannot be read.
  func beginning(of path: String) -> String {
    let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    return String(unsafeUninitializedCapacity: 1 << 16) { buffer in
      var count = 0
      while count < buffer.count {
        let taken = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        if taken <= 0 { break }
        count += taken
      }
      return count
    }
  }
}

// MARK: - The build

extension HostProbe {
  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// The highest rung that the compiler stands on: nothing tells its version at run time. A release between two rungs
  /// has the lower one's name, so a rung is added here for each release that we build with.
  private static var swiftVersion: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3.3)
      "6.3.3"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2.3)
      "6.2.3"
    #elseif compiler(>=6.2.1)
      "6.2.1"
    #else
      "6.2"
    #endif
  }
}
