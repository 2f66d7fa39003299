package import SingletonCore
import SingletonPlatform
package import SingletonTextFormats

/// The columns of the report.
///
/// The header, the rows, the JSON keys, the reader, and the column reference are all derived from ``all``. A row that
/// is read back equals the row that was written.
package enum StressColumns {
  /// The version of the columns. It increases when the meaning of a column changes, but not when a column is added or
  /// moved.
  package static let schemaVersion: UInt64 = 3
  /// The oldest version that can be read. It has decimal seeds, and colons in its counts of trials.
  private static let oldestReadable: UInt64 = 2

  /// All columns in the report's order. The twelve that a person reads first come first, then the details, and last
  /// those that are the same in all rows of a run. Readers find columns by name, so a new column can be added anywhere.
  package static let all: [Column<StressRow>] =
    readFirst + ending + counts + firstAccess + laterAccess + instructions + process + settings + constants
  /// The columns whose values are the same in all rows of a run.
  package static let constants: [Column<StressRow>] = run + host
}

// MARK: - The row, and what was shown

extension StressColumns {
  /// The columns that a person reads first.
  ///
  /// A spreadsheet shows about a dozen columns at a time. These tell which row it is, whether the strategy is safe, the
  /// evidence for that, the time of an access, and whether the outcome is the declared one.
  package static let readFirst: [Column<StressRow>] = [
    Column("strategy", "The strategy's id in the catalog.", .text, .filled, of: \.key.strategy),
    // Reports of versions that did not race listings do not have this column.
    Column(
      "form", "What ran: the strategy on the harness's primitives (harness), or its listing in plain Swift (plain).",
      .form, of: \.key.form),
    Column("scenario", "What the threads of one trial do.", .text, .filled, of: \.key.scenario),
    Column("threads", "Threads that call at the same time.", .integer, .filled, of: \.key.threads),
    Column(
      "verdict",
      "What trials of this form and the checker of the harness's form have shown: proved (model-checked for `proof_threads`), proved-if-no-timeout, safe (no trial broke the"
        + " promise), unknown (not seen enough), refuted (the same, but the checker has an execution of the harness's form that does), unsafe, deadlocks or"
        + " crashes; then each defect, with @ and the strongest model that shows it if the checker found it.",
      .spelled(expected: "such as safe, unsafe:instances+reinits or refuted:instances@sc+half_built@arm"), of: \.verdict
    ),
    count(
      "trials", "Trials: in each, all threads access one fresh cell; of the form plain, one fresh process.", .trials),
    count("violating_trials", "Trials that broke the scenario's promise, whatever was declared.", .violatingTrials),
    Column("violation_rate", "Violating trials among all trials, 0 to 1; empty without a trial.", .sixDigits) {
      $0.measured?.tally.violationRate
    },
    later(
      "access_p50_ns", "\(AccessTiming.meaning); the median over quiet batches, in nanoseconds.", \.p50),
    Column("observed", "What the trials have shown, in the notation of `expected`; empty if nothing ran.", .text) {
      $0.observed?.description
    },
    Column(
      "expected",
      "What trials on this machine should show, even if the verdict, which counts the checker's findings, is refuted: sound,"
        + " defect:a+b, defect:a|b, trap or hang, then ;may:a,b if more is allowed.",
      .spelled(expected: "sound, defect:a+b, defect:a|b, trap or hang, then perhaps ;may:a,b"), .filled, of: \.expected),
    Column(
      "grade",
      "Whether `observed` is as expected: passed, reproduced (the known defect), not-reproduced or failed; empty if nothing"
        + " ran.",
      .choice, .named, of: \.grade),
  ]

  private static let ending: [Column<StressRow>] = [
    Column(
      "proof_threads", "The number of threads for which a verdict is proved, whatever `threads` is; otherwise empty.",
      .integer
    ) { $0.verdict.kind.isProved ? Verdict.checkedThreads : nil },
    Column(
      "status", "How the row's processes ended: ok, trapped, crashed, exit, hung, skipped or interrupted.",
      .spelled(expected: "ok, trapped:SIGNAL, crashed:SIGNAL, exit:N, hung, skipped:REASON or interrupted"), .filled,
      of: \.status),
    Column(
      "remark",
      "Which static lets' initializers wait for each other, if a process of the row hung and its stacks show that;"
        + " otherwise the last line that a process wrote to standard error, if it ended badly.", .text, of: \.remark),
  ]

  private static let process: [Column<StressRow>] =
    [
      measured("threads_started", "Threads that ran the row's first instruction.", \.threadsStarted),
      measured(
        "peak_running", "Most threads at one time between the row's first barrier and its last sweep.", \.peakRunning
      ),
      milliseconds("wall_ms", "Wall time of the counting phase, resets included, in milliseconds.", \.wallNanoseconds),
      milliseconds(
        "cpu_ms", "Processor time of the counting phase, all threads together, in milliseconds.", \.cpuNanoseconds
      ),
      Column(
        "placed", "Where the threads ran: near, far, siblings, mixed, or none if the system chose.",
        .word(among: Placement.allCases.map(\.rawValue)), of: \.measured, \.placed),
    ] + layout

  /// The columns that differ only if an option has several values.
  private static let settings: [Column<StressRow>] = [
    Column("replicate", "Number of the process replicate, from 1.", .integer, .filled, of: \.key.replicate),
    Column(
      "engine", "Where the threads come from: dispatch, or pthread if they are more than 255.", .threadSource, .filled,
      of: \.key.threadSource),
    Column(
      "initializer_cost", "The additional work of the initializer: 0, a busy time, yield, or sleep and a time.",
      .initializerCost, .filled, of: \.key.initializerCost),
    // Older reports do not have this column, because there was no choice.
    Column(
      "placement", "The requested placement of the threads: near; in older reports also far, siblings or none.",
      .placement,
      of: \.key.placement),
    Column(
      "alive_allowed", "Instances that may be alive at the same time: one per class or owner.", .integer,
      of: \.aliveAllowed),
  ]
}

// MARK: - What was counted

extension StressColumns {
  private static let counts: [Column<StressRow>] = [
    count("accesses", "Completed calls: accesses, constructions and copies.", .accesses),
    count("instances_max", "Maximum number of different instances in one trial.", .instancesMax),
    count(
      "multi_instance_trials", "Trials with more instances, per class or owner, than the promise allows.",
      .multiInstanceTrials),
    count("instances", "Different instances, summed over the trials.", .instances),
    Column(
      "instances_per_trial",
      "Trials by number of different instances, such as 1=9000 2=950; 0 if the process ended before there was one.",
      .counts(expected: "instances and trials, ascending, such as 1=9000 2=950, whose sum is the column trials"),
      agrees: { row in
        guard let tally = row.measured?.tally, !tally.trialsByInstances.isEmpty else { return true }
        return tally.trialsByInstances.values.reduce(0, &+) == tally[.trials]
      }, of: \.measured, \.tally.trialsByInstances),
    Column("init_reentries", "Entries into the initializer beyond one for each lifetime.", .integer) {
      $0.measured?.tally.initReentries
    },
    count("inits", "Entries into the initializer's custom part.", .inits),
    count("tallied_inits", "`inits` up to the last complete sweep, which is what `lifetimes` counts.", .talliedInits),
    count("lifetimes", "Allocations that found no live instance of their class or owner in the cell.", .lifetimes),
    count("reinits", "Entries on an instance that had been initialized before: its state is lost.", .reinits),
    count("nested_inits", "Entries while the same thread is inside an initializer of the same cell.", .nestedInits),
    count("half_built", "Accesses whose result was not finished, or had a wrong payload.", .halfBuilt),
    count("nil_results", "Accesses that returned nil.", .nilResults),
    count("wrong_class", "Accesses whose result was not of the requested class.", .wrongClass),
    count("refused", "Accesses that were refused with an error.", .refused),
    count("used_after_destroy", "Accesses and uses that found a destroyed instance.", .usedAfterDestroy),
    count("live_max", "Maximum number of instances alive at the same time in one cell.", .liveMax),
    count("deinits", "Destroyed instances.", .deinits),
    count("leaked", "Accesses whose instance had not ended when all callers had dropped it.", .leaked),
  ]

  private static let layout: [Column<StressRow>] = [
    measured("cells", "Cells in a full sweep; 1 if each trial has its own process.", \.cells),
    measured(
      "cell_bytes",
      "Bytes from cell to cell in the layout in which threads met most often; 0 if all trials were processes.",
      \.cellBytes),
    measured("cell_offset", "Bytes by which the cells of that layout are shifted in their cache lines.", \.cellOffset),
    measured("block_cells", "Cells between two meetings of the threads in that layout.", \.cellsPerBlock),
  ]

  private static func count(_ name: String, _ summary: String, _ counter: Counter) -> Column<StressRow> {
    measured(name, summary, \.tally[counter])
  }

  private static func measured<Value: FixedWidthInteger & SendableMetatype>(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Measurements, Value> & Sendable
  ) -> Column<StressRow> {
    Column(name, summary, .integer, of: \.measured, path)
  }

  /// Returns a column for a time in milliseconds, with exactly 3 decimals.
  private static func milliseconds(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Measurements, UInt64> & Sendable
  ) -> Column<StressRow> {
    Column(name, summary, .milliseconds, of: \.measured, path)
  }
}

extension FieldFormat<UInt64> {
  fileprivate static var milliseconds: FieldFormat {
    let format = FieldFormat<Double>.real(.fixed(3))
    return FieldFormat(.real, expected: format.expected) {
      format.field(Double($0) / 1e6)
    } parse: {
      format.parse($0).map { UInt64(exactly: ($0 * 1e6).rounded()) ?? .max }
    }
  }
}

// MARK: - Which run, on which machine

extension StressColumns {
  private static let run: [Column<StressRow>] = [
    .schemaVersion(schemaVersion, readsFrom: oldestReadable),
    Column("tool_version", "Version of singleton-bench.", .text, of: \.run.toolVersion),
    Column("run_id", "The identifier of the run.", .text, of: \.run.id),
    Column("started_utc", "When the run began, UTC.", .text, of: \.run.startedUTC),
    Column(
      "commit",
      "The commit that was measured: that of the package in which the program was built; empty if it is unknown.",
      .text, of: \.run.commit),
    Column(
      "working_commit", "HEAD of the working directory, or the CI system's commit.", .text, of: \.run.workingCommit),
    Column(
      "seed", "Seed of the run's order and of all its other random choices, hexadecimal after 0x.", .identifier,
      of: \.seed),
    Column(
      "timing_version", "Version of the timed loops; times of different versions are not compared.", .integer,
      of: \.run.timingVersion),
    Column(
      "clock_resolution_ns", "Smallest step of the clock that timed the row, in nanoseconds.", .nanoseconds,
      of: \.run.clockResolution),
    Column(
      "line_way_ns", "Time of a cache line from core to core before the run, in nanoseconds.", .nanoseconds,
      of: \.run.speed.lineWay),
    Column(
      "dependent_load_ns", "A load that waits for another one, from the nearest cache, in nanoseconds.", .nanoseconds,
      of: \.run.speed.dependentLoad),
  ]

  private static let host: [Column<StressRow>] = [
    Column("os", "Operating system and version.", .text, of: \.host.os),
    Column("arch", "Processor architecture.", .text, of: \.host.arch),
    Column("cpu_model", "Processor model; empty if it is unknown.", .text, of: \.host.cpuModel),
    Column(
      "cpu_version", "Family, model and stepping of the processor; empty if unknown.", .text, of: \.host.cpuVersion),
    Column("cores", "Cores that affinity and quota leave to the run.", .integer, of: \.host.cores),
    Column("topology", "The kinds of cores that the run could use, and how many of each.", .text, of: \.host.topology),
    Column("caches", "Caches of the first core; empty if unknown.", .text, of: \.host.caches),
    Column(
      "virtualization", "The hypervisor, or what is known of it; empty if there is none.", .text,
      of: \.host.virtualization),
    Column(
      "governor", "The policy that sets the clock rate of the cores; empty if unknown.", .text, of: \.host.governor),
    Column("swift_version", "The compiler that built singleton-bench.", .text, of: \.host.swiftVersion),
    Column(
      "build", "Build configuration: release or debug.", .word(among: ["release", "debug"]), of: \.host.build),
    Column("sanitizer", "Sanitizer that is compiled in; empty for none.", .text, of: \.host.sanitizer),
    Column(
      "fingerprint",
      "Opaque: equal if everything that affects times is: the machine but not its system, and the build.",
      .text, of: \.host.fingerprint),
    Column("c_library", "The C library and its version; empty if it is unknown.", .text, of: \.host.cLibrary),
    Column(
      "counts_fingerprint",
      "Opaque: equal if everything is that counts of instructions depend on besides the program's source: compiler,"
        + " build, architecture, libraries, and the processor's features.", .text, of: \.host.countsFingerprint),
  ]
}
