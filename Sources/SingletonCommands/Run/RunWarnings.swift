package import SingletonCore
package import SingletonPlatform
import SingletonStressEngine
import SingletonTextFormats

extension Invocation {
  /// Prints warnings about conditions that impair the figures of a run. Each warning names these figures.
  ///
  /// - Parameters:
  ///   - threads: The thread counts of the run. Empty if each row has its own, as in lessons.
  ///   - placement: The requested placement.
  package func printWarnings(
    of host: HostInfo, threads: [Int] = [], _ placement: Placement = RowSettings().placement
  ) {
    let conditions = tool.conditions()
    let unmet = unmetPlacement(placement, threads, host, conditions.topology)
    let warnings = Self.warnings(host, conditions, threads) + (unmet.map { [$0] } ?? [])
    console.printFolded(warnings.map { "warning: \($0)\n" }.joined())
  }

  /// The clock sources that read a counter in the processor.
  private static let counters = ["tsc", "arch_sys_counter"]

  private static func warnings(_ host: HostInfo, _ conditions: SystemConditions, _ threads: [Int]) -> [String] {
    // The load must come from other processes, because this run has not started yet.
    let (load, governor, clock) = (conditions.load ?? 0, conditions.governor, conditions.clockSource)
    let warnings: [(applies: Bool, text: String)] = [
      (
        !threads.isEmpty && threads.allSatisfy { $0 == 1 },
        "one thread only: there is no race, so a defect that is not seen may still exist; expected --threads 2 or more"
      ),
      (host.cores == 1, "one core only: threads rarely overlap, so a defect that is not reproduced means little"),
      (
        host.build == "debug", "debug build: times and rates are those of unoptimized code; counts and grades are valid"
      ),
      (
        !host.sanitizer.isEmpty,
        "the \(host.sanitizer) sanitizer is on: times and rates are mostly its overhead; counts and grades are valid"
      ),
      (
        conditions.areBusy(cores: host.cores),
        "a load of \(HumanFormat.numeral(load, .fixed(1))) on \(HumanFormat.counted(host.cores, "core")): other processes are running, so times"
          + " are too long and threads overlap less often"
      ),
      (
        governor != nil && governor != "performance",
        "frequency scaling (governor \(governor ?? "")): times depend on the current clock rate; compare medians of"
          + " --replicates 10"
      ),
      (
        clock.map { !counters.contains($0) } ?? false,
        "virtualized or slow clock (\(clock ?? "")): first_access_* includes its readings and may jump"
      ),
    ]
    return warnings.filter(\.applies).map(\.text)
  }

  /// Returns a warning if this machine cannot provide the requested placement, otherwise `nil`.
  private func unmetPlacement(
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
}
