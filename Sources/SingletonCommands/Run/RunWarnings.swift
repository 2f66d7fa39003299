package import SingletonCore
package import SingletonPlatform
import SingletonStressEngine
import SingletonTextFormats

extension Invocation {
  /// Prints warnings about conditions that impair a run's figures; each names the figures.
  ///
  /// - Parameters:
  ///   - threads: The thread counts of the run; empty if the rows have their own, as in lessons.
  ///   - placement: The placement that was asked for.
  package func printWarnings(
    of host: HostInfo, threads: [Int] = [], _ placement: Placement = RowSettings().placement
  ) {
    let conditions = tool.conditions()
    let warnings = [
      Warning.onThreads(threads), Warning.onCores(host), Warning.onBuild(host), Warning.onSanitizer(host),
      Warning.onLoad(conditions, host), Warning.onFrequency(conditions), Warning.onClock(conditions),
      Warning.onPlacement(placement, threads, host, conditions.topology),
    ].compactMap(\.self)
    console.printFolded(warnings.map { "warning: \($0)\n" }.joined())
  }
}

private enum Warning {
  static func onThreads(_ threads: [Int]) -> String? {
    guard !threads.isEmpty, threads.allSatisfy({ $0 == 1 }) else { return nil }
    return "one thread only: it races with nobody, so what is not seen says nothing; expected --threads 2 or more"
  }

  static func onCores(_ host: HostInfo) -> String? {
    guard host.cores == 1 else { return nil }
    return "one core only: threads rarely overlap, so a defect that is not reproduced means little"
  }

  static func onBuild(_ host: HostInfo) -> String? {
    guard host.build == "debug" else { return nil }
    return "debug build: times and rates are those of unoptimized code; counts and grades are valid"
  }

  static func onSanitizer(_ host: HostInfo) -> String? {
    guard !host.sanitizer.isEmpty else { return nil }
    return "the \(host.sanitizer) sanitizer is on: times and rates are mostly its overhead; counts and grades are valid"
  }

  /// The load of other processes: this run has not started yet.
  static func onLoad(_ conditions: SystemConditions, _ host: HostInfo) -> String? {
    guard let load = conditions.load, load > Double(host.cores) else { return nil }
    return
      "a load of \(load.tenths) on \(HumanFormat.counted(host.cores, "core")): other processes are running, so times are too long and threads"
      + " overlap less often"
  }

  static func onFrequency(_ conditions: SystemConditions) -> String? {
    guard let governor = conditions.governor, governor != "performance" else { return nil }
    return "frequency scaling (governor \(governor)): times depend on the current clock rate; compare medians of"
      + " --replicates 10"
  }

  /// A placement that was asked for and cannot be had.
  static func onPlacement(
    _ placement: Placement, _ threads: [Int], _ host: HostInfo, _ topology: ProcessorTopology
  ) -> String? {
    let counts = threads.filter { (2...max(2, host.cores)).contains($0) }
    guard placement != RowSettings().placement, placement != .none, !counts.isEmpty else { return nil }
    let asked = "--placement \(placement.rawValue): "
    if topology.clusters.isEmpty {
      return asked + "this system lets no program choose cores; threads run where it puts them"
    }
    let others = counts.compactMap { threads -> String? in
      let cores = topology.cores(for: threads, placement, limit: host.cores, from: nil)
      let result = topology.result(on: cores)
      return result.rawValue == placement.rawValue
        ? nil : "\(result.rawValue) with \(HumanFormat.counted(threads, "thread"))"
    }
    return others.isEmpty
      ? nil : asked + "not possible on this machine (\(topology.summary)); instead " + others.joined(separator: ", ")
  }

  /// The clock sources that are counters of the processor.
  private static let counters = ["tsc", "arch_sys_counter"]

  static func onClock(_ conditions: SystemConditions) -> String? {
    guard let source = conditions.clockSource, !counters.contains(source) else { return nil }
    return "virtualized or slow clock (\(source)): first_access_* includes its readings and may jump"
  }
}

extension Double {
  /// The value with one decimal place, such as `3.1`.
  fileprivate var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
