import Outcomes
import StressEngine

/// What a person must know of a run before believing its figures: each names what it spoils.
struct RunWarnings {
  let lines: [String]

  init(_ host: HostFacts, _ circumstances: Circumstances) {
    lines = [
      Self.onCores(host), Self.onBuild(host), Self.onSanitizer(host), Self.onLoad(circumstances, host),
      Self.onFrequency(circumstances), Self.onClock(circumstances),
    ].compactMap(\.self)
  }

  var text: String { lines.map { "warning: \($0)\n" }.joined() }

  private static func onCores(_ host: HostFacts) -> String? {
    guard host.cores == 1 else { return nil }
    return "one core only: threads take turns, so it means little that nothing was shown"
  }

  private static func onBuild(_ host: HostFacts) -> String? {
    guard host.build == "debug" else { return nil }
    return "debug build: times and rates are those of unoptimised code; counts and grades hold"
  }

  private static func onSanitizer(_ host: HostFacts) -> String? {
    guard !host.sanitizer.isEmpty else { return nil }
    return "the \(host.sanitizer) sanitizer is on: times and rates are mostly its own; counts and grades hold"
  }

  /// Ours is not running yet.
  private static func onLoad(_ circumstances: Circumstances, _ host: HostFacts) -> String? {
    guard let load = circumstances.load, load > Double(host.cores) else { return nil }
    return
      "a load of \(load.tenths) on \(host.cores) cores: others are running, so times are too long, and threads meet"
      + " less often"
  }

  private static func onFrequency(_ circumstances: Circumstances) -> String? {
    guard let governor = circumstances.governor, governor != "performance" else { return nil }
    return "frequency scaling (governor \(governor)): times follow the clock rate of the moment; compare medians of"
      + " --replicates 10"
  }

  /// Counters of the processor itself.
  private static let counters = ["tsc", "arch_sys_counter"]

  private static func onClock(_ circumstances: Circumstances) -> String? {
    guard let source = circumstances.clockSource, !counters.contains(source) else { return nil }
    return "virtualised or slow clock (\(source)): first_access_* holds its readings, and may jump"
  }
}

extension Double {
  /// `3.1`
  fileprivate var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
