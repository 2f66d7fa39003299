import Core
import StressEngine

/// What a person must know of a run before believing its figures: each names what it spoils.
struct RunWarnings {
  let lines: [String]

  init(_ host: HostInfo, _ conditions: SystemConditions) {
    lines = [
      Self.onCores(host), Self.onBuild(host), Self.onSanitizer(host), Self.onLoad(conditions, host),
      Self.onFrequency(conditions), Self.onClock(conditions),
    ].compactMap(\.self)
  }

  var text: String { lines.map { "warning: \($0)\n" }.joined() }

  private static func onCores(_ host: HostInfo) -> String? {
    guard host.cores == 1 else { return nil }
    return "one core only: threads seldom meet, so a defect that is not reproduced means little"
  }

  private static func onBuild(_ host: HostInfo) -> String? {
    guard host.build == "debug" else { return nil }
    return "debug build: times and rates are those of unoptimized code; counts and grades hold"
  }

  private static func onSanitizer(_ host: HostInfo) -> String? {
    guard !host.sanitizer.isEmpty else { return nil }
    return "the \(host.sanitizer) sanitizer is on: times and rates are mostly its own; counts and grades hold"
  }

  /// Ours is not running yet.
  private static func onLoad(_ conditions: SystemConditions, _ host: HostInfo) -> String? {
    guard let load = conditions.load, load > Double(host.cores) else { return nil }
    return
      "a load of \(load.tenths) on \(host.cores) cores: others are running, so times are too long, and threads meet"
      + " less often"
  }

  private static func onFrequency(_ conditions: SystemConditions) -> String? {
    guard let governor = conditions.governor, governor != "performance" else { return nil }
    return "frequency scaling (governor \(governor)): times follow the clock rate of the moment; compare medians of"
      + " --replicates 10"
  }

  /// Counters of the processor itself.
  private static let counters = ["tsc", "arch_sys_counter"]

  private static func onClock(_ conditions: SystemConditions) -> String? {
    guard let source = conditions.clockSource, !counters.contains(source) else { return nil }
    return "virtualized or slow clock (\(source)): first_access_* holds its readings, and may jump"
  }
}

extension Double {
  /// `3.1`
  fileprivate var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
