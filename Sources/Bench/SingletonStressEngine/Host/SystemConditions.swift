import SingletonPlatform

/// The conditions, besides the machine and the build, on which measurements depend. A value is `nil` if it is unknown.
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

  /// Whether other processes have more work than the cores can do at once.
  package func areBusy(cores: Int) -> Bool { load.map { $0 > Double(cores) } ?? false }

  package static func ofThisMoment() -> SystemConditions {
    let probe = SystemProbe()
    return SystemConditions(load: probe.load, governor: probe.governor, clockSource: probe.clockSource)
  }
}
