import CSingletonPlatform
package import SingletonCore
import SingletonPlatform

extension HostInfo {
  package static func ofThisMachine() -> HostInfo { HostProbe().facts }
}

/// A probe for the properties of the system and the build that this process's measurements depend on.
package struct HostProbe {
  /// A prefix for paths in `/proc` and `/sys`, which is empty except in tests.
  private let root: String

  package init(root: String = "") { self.root = root }

  package var facts: HostInfo {
    var name = utsname()
    uname(&name)
    let (system, release) = (Self.text(name.sysname), Self.text(name.release))
    return HostInfo(
      os: system + " " + Self.withoutPatchLevel(release), arch: Self.text(name.machine), cpuModel: cpuModel,
      cpuVersion: cpuVersion, caches: caches, cores: max(1, min(Int(cp_allowed_cores()), coreQuota ?? .max)),
      virtualization: virtualization, governor: conditions.governor ?? "", swiftVersion: Self.swiftVersion,
      build: Self.build, sanitizer: String(cString: cp_sanitizer()))
  }

  /// Returns a release without its patch level, such as `6.8` for `6.8.0-31-generic`. A security update must not make
  /// measurements incomparable.
  package static func withoutPatchLevel(_ release: String) -> String {
    release.split { !$0.isASCII || !$0.isNumber }.prefix(2).joined(separator: ".")
  }

  /// Returns the string in a field of a C struct.
  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// MARK: - The processor

extension HostProbe {
  /// The name of the processor model, or an empty string if it is unknown.
  package var cpuModel: String {
    #if canImport(Darwin)
      return systemText("machdep.cpu.brand_string")
    #else
      // On ARM, the kernel reports only the processor's identification numbers, no name.
      let numbers = ["CPU implementer", "CPU part"].compactMap { key in cpuFact(key).map { "\(key) \($0)" } }
      return cpuFact("model name") ?? numbers.joined(separator: ", ")
    #endif
  }

  /// The processor's family, model and stepping, such as `family 25 model 1 stepping 1`, as far as they are known.
  package var cpuVersion: String {
    #if canImport(Darwin)
      return systemNumber("hw.cpufamily").map { "family \($0)" } ?? ""
    #else
      let keys = [
        ("cpu family", "family"), ("model", "model"), ("stepping", "stepping"), ("CPU variant", "variant"),
        ("CPU revision", "revision"),
      ]
      return keys.compactMap { key, word in cpuFact(key).map { "\(word) \($0)" } }.joined(separator: " ")
    #endif
  }

  /// The caches of the first core, such as `L1d=32K L1i=32K L2=512K L3=32768K`, as far as they are known.
  package var caches: String {
    #if canImport(Darwin)
      let keys = [("L1d", "hw.l1dcachesize"), ("L1i", "hw.l1icachesize"), ("L2", "hw.l2cachesize")]
      return keys.compactMap { name, key in systemNumber(key).map { "\(name)=\($0 / 1_024)K" } }
        .joined(separator: " ")
    #else
      return (0..<8).compactMap { index -> String? in
        let folder = "/sys/devices/system/cpu/cpu0/cache/index\(index)/"
        guard let level = word(folder + "level"), let size = word(folder + "size") else { return nil }
        let kind = ["Data": "d", "Instruction": "i"][word(folder + "type") ?? ""] ?? ""
        return "L\(level)\(kind)=\(size)"
      }.joined(separator: " ")
    #endif
  }

  /// The hypervisor, or `a hypervisor` if only that is known, or an empty string if there is none.
  package var virtualization: String {
    #if canImport(Darwin)
      return systemNumber("kern.hv_vmm_present") == 1 ? "a hypervisor" : ""
    #else
      let isVirtual = cpuFact("flags")?.split(separator: " ").contains("hypervisor") == true
      return word("/sys/hypervisor/type") ?? (isVirtual ? word("/sys/class/dmi/id/sys_vendor") ?? "a hypervisor" : "")
    #endif
  }

  #if canImport(Darwin)
    private func systemText(_ name: String) -> String {
      var buffer = [UInt8](repeating: 0, count: 256)
      var size = buffer.count
      guard sysctlbyname(name, &buffer, &size, nil, 0) == 0 else { return "" }
      return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }

    private func systemNumber(_ name: String) -> Int64? {
      var value: Int64 = 0
      var size = MemoryLayout<Int64>.size
      // A number of four bytes leaves the upper half as it is, which is zero.
      return sysctlbyname(name, &value, &size, nil, 0) == 0 ? value : nil
    }
  #else
    /// Returns a fact about the first processor.
    private func cpuFact(_ key: String) -> String? {
      beginning(of: "/proc/cpuinfo").split(separator: "\n").lazy.map(Self.keyAndValue).first { $0.key == key }?.value
    }
  #endif

  private static func keyAndValue(_ line: Substring) -> (key: String, value: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return (words[0], words.count == 2 ? words[1] : "")
  }

  /// The number of cores that control groups allow this process, rounded up, or `nil` if they set no limit.
  package var coreQuota: Int? {
    beginning(of: "/proc/self/cgroup").split(separator: "\n").flatMap(quotas).min()
  }

  /// Returns the quotas that apply to one line of `/proc/self/cgroup`.
  ///
  /// - Parameter membership: `0::/path` (version 2) or `4:cpu,cpuacct:/path` (version 1).
  private func quotas(of membership: Substring) -> [Int] {
    let parts = membership.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return [] }
    let controllers = parts[1].split(separator: ",")
    if controllers.isEmpty { return ["", "/unified"].flatMap { quotas($0, parts[2], ["cpu.max"]) } }
    guard controllers.contains("cpu") else { return [] }
    return ["/cpu", "/" + parts[1]].flatMap { quotas($0, parts[2], ["cpu.cfs_quota_us", "cpu.cfs_period_us"]) }
  }

  /// Returns the quotas of a group and of every group above it, which also limit this process. In a container, the path
  /// may be that of the host, of which only the top is mounted. Groups that cannot be read set no limit.
  private func quotas(_ mount: some StringProtocol, _ path: Substring, _ files: [String]) -> [Int] {
    let steps = path.split(separator: "/")
    return (0...steps.count).compactMap { depth in
      let folder = steps.prefix(depth).reduce("/sys/fs/cgroup" + mount) { $0 + "/" + $1 }
      let words = files.flatMap { beginning(of: folder + "/" + $0).split(whereSeparator: \.isWhitespace) }
      // `max` and -1 mean that there is no limit.
      guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), quota > 0, period > 0 else {
        return nil
      }
      return (quota - 1) / period + 1
    }
  }

  /// Returns up to 64 KiB of a file, or an empty string if it cannot be read.
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

  /// The newest listed version that the compiler satisfies. Swift does not expose its version at run time. A release
  /// between two entries is reported as the lower one, so every release used for builds needs an entry.
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
