package import SingletonCore
import SingletonPlatform
import SingletonStressEngine
import SingletonTextFormats

extension Invocation {
  /// Prints warnings about conditions that impair the figures of a run. Each warning names these figures.
  ///
  /// - Parameter threads: The thread counts of the run. Empty if each row has its own, as in lessons.
  package func printWarnings(of host: HostInfo, threads: [Int] = []) {
    let warnings = Self.warnings(host, tool.conditions(), threads)
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
}
