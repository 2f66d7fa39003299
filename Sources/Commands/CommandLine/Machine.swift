#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a command asks of the machine's clocks.
enum Machine {
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
