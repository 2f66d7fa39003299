import CSingletonPlatform

/// The system's description of itself and of the machine. A property that the system does not report is empty or `nil`.
package struct SystemProbe: Sendable {
  /// A prefix for paths in `/proc` and `/sys`. It is empty except in tests.
  private let root: String

  package init(root: String = "") { self.root = root }

  /// The system's name and version, such as `Linux 6.8`.
  package var system: String {
    Self.text(names.sysname) + " " + Self.withoutPatchLevel(Self.text(names.release))
  }

  /// The processor's architecture, such as `x86_64`.
  package var architecture: String {
    Self.text(names.machine)
  }

  /// The sanitizer that the program was compiled with, `thread` or `address`, or an empty string if there is none.
  package static var sanitizer: String { String(cString: cp_sanitizer()) }

  /// The number of reports that the thread sanitizer has made in this process.
  package static var threadSanitizerReports: UInt64 { cp_thread_sanitizer_reports() }

  /// The C library and its version, such as `glibc 2.39`, or an empty string if it is unknown.
  package static var cLibrary: String { String(cString: cp_library_version()) }

  private var names: utsname {
    var names = utsname()
    uname(&names)
    return names
  }

  /// Returns a system version without its patch level, such as `6.8` for `6.8.0-31-generic`, so that measurements
  /// remain comparable after a security update.
  package static func withoutPatchLevel(_ release: String) -> String {
    release.split { !$0.isASCII || !$0.isNumber }.prefix(2).joined(separator: ".")
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// MARK: - The processor

extension SystemProbe {
  /// The name of the processor model, or an empty string if it is unknown.
  package var cpuModel: String {
    #if canImport(Darwin)
      return systemText("machdep.cpu.brand_string")
    #else
      // On ARM, the kernel reports only identification numbers of the processor, not its name.
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
      let keys = [("L1d", "l1dcachesize"), ("L1i", "l1icachesize"), ("L2", "l2cachesize")]
      // Keys without a level describe the efficiency cores, on which races do not run.
      return keys.compactMap { name, key in
        (systemNumber("hw.perflevel0.\(key)") ?? systemNumber("hw.\(key)")).map { "\(name)=\($0 / 1_024)K" }
      }
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

  /// The hypervisor's name, `a hypervisor` if only its presence is known, or an empty string if there is none.
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
      // The value may have only four bytes; the upper half is then zero.
      return sysctlbyname(name, &value, &size, nil, 0) == 0 ? value : nil
    }
  #else
    /// Returns the value of a key for the first processor in `/proc/cpuinfo`.
    private func cpuFact(_ key: String) -> String? {
      beginning(of: "/proc/cpuinfo").split(separator: "\n").lazy.map(Self.keyAndValue).first { $0.key == key }?.value
    }
  #endif

  private static func keyAndValue(_ line: Substring) -> (key: String, value: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return (words[0], words.count == 2 ? words[1] : "")
  }
}

// MARK: - The cores

extension SystemProbe {
  /// The number of cores that this process may keep busy, at least 1.
  package var cores: Int { max(1, min(allowedCores?.count ?? Self.onlineCores, coreQuota ?? .max)) }

  static var onlineCores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The cores that this thread may run on, or `nil` if the system has no affinity.
  package var allowedCores: [Int]? {
    let count = Int(cp_allowed_core_numbers(nil, 0))
    guard count > 0 else { return nil }
    let numbers = [Int32](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = min(count, Int(cp_allowed_core_numbers(buffer.baseAddress, Int32(count))))
    }
    return numbers.map(Int.init)
  }

  /// The topology of the cores that this thread may run on.
  package var topology: ProcessorTopology { ProcessorTopology(of: allowedCores ?? [], from: self) }

  /// The kinds of cores and their numbers, such as `packages=1 clusters=2 cores=8 threads=16`.
  package var coreKinds: String {
    #if canImport(Darwin)
      let kinds = [("performance", "hw.perflevel0.physicalcpu"), ("efficiency", "hw.perflevel1.physicalcpu")]
      return kinds.compactMap { kind, key in systemNumber(key).map { "\(kind)=\($0)" } }.joined(separator: " ")
    #else
      topology.summary
    #endif
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

  /// Returns the quotas of a group and of every group above it, because they all limit this process. In a container,
  /// the path may be the host's, but only a part of the host's tree is mounted. Groups that cannot be read count as
  /// unlimited.
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
}

// MARK: - Files of the system

extension SystemProbe {
  /// The average number of runnable processes over the last minute.
  package var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  /// The policy that sets the first core's clock rate, such as `powersave`.
  package var governor: String? { word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") }

  /// The source of the system's clock, such as `tsc`.
  package var clockSource: String? { word("/sys/devices/system/clocksource/clocksource0/current_clocksource") }

  /// Returns the first word of a file, or `nil` if it cannot be read or is empty.
  func word(_ path: String) -> String? {
    beginning(of: path).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  /// Returns up to 64 KiB of a file, or an empty string if it cannot be read.
  func beginning(of path: String) -> String {
    let bytes = try? InputFile(root + path).beginning(count: 1 << 16)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
