package import Outcomes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a command asks of the machine and the process it runs in.
package enum Machine {
  /// Cores that this process may use.
  static var cores: Int {
    #if os(Linux)
      if let allowed = coresOfAffinity { return allowed }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  #if os(Linux)
    /// `sched_getaffinity` by its name: Swift's view of the C library has only what POSIX has.
    private static var coresOfAffinity: Int? {
      typealias GetAffinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
      guard let symbol = dlsym(nil, "sched_getaffinity") else { return nil }
      var mask = [UInt64](repeating: 0, count: 128)
      guard unsafeBitCast(symbol, to: GetAffinity.self)(0, mask.count * 8, &mask) == 0 else { return nil }
      return mask.reduce(0) { $0 + $1.nonzeroBitCount }
    }
  #endif

  package static func hostFacts() -> HostFacts {
    HostFacts(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: "", sanitizer: "")
  }

  static var monotonicNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// ISO 8601, to the second.
  static var nowUTC: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let day = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined(separator: "-")
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    return "\(day)T\(clock)Z"
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
