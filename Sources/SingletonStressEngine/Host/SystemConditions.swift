import SingletonPlatform

/// The conditions that measurements depend on besides the machine and the build. A value is `nil` if it is unknown.
package struct SystemConditions: Sendable {
  /// The average number of runnable processes over the last minute.
  package let load: Double?
  /// The policy that sets the first core's clock rate, such as `powersave`.
  package let governor: String?
  /// The source of the system's clock, such as `tsc`.
  package let clockSource: String?

  package init(load: Double? = nil, governor: String? = nil, clockSource: String? = nil) {
    self.load = load
    self.governor = governor
    self.clockSource = clockSource
  }

  package static func ofThisMoment() -> SystemConditions { HostProbe().conditions }
}

extension HostProbe {
  package var conditions: SystemConditions {
    SystemConditions(
      load: load, governor: word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      clockSource: word("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
  }

  private var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  /// Returns the first word of a file, or `nil` if it cannot be read or is empty.
  func word(_ path: String) -> String? {
    beginning(of: path).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }
}
