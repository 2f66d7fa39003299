#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What figures of this moment depend on, besides the machine and the build.
package struct Circumstances: Sendable {
  /// Processes that wanted to run, on average over the last minute; nil where unknown.
  package let load: Double?
  /// What chooses the first core's clock rate, such as `powersave`; nil where unknown.
  package let governor: String?
  /// Where the system's clock comes from, such as `tsc`; nil where unknown.
  package let clockSource: String?

  package init(load: Double? = nil, governor: String? = nil, clockSource: String? = nil) {
    self.load = load
    self.governor = governor
    self.clockSource = clockSource
  }

  package static func ofThisMoment() -> Circumstances { HostProbe().circumstances }
}

extension HostProbe {
  package var circumstances: Circumstances {
    Circumstances(
      load: load, governor: word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      clockSource: word("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
  }

  private var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  /// nil where the file cannot be read, or is empty.
  private func word(_ path: String) -> String? {
    beginning(of: path).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }
}
