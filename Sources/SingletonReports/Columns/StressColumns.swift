package import SingletonCore
package import SingletonTextFormats

/// The columns of the report.
///
/// ``all`` is the only list of columns. The header, the rows, the JSON keys, the reader, and the column reference
/// derive from it. What is written reads back unchanged.
package enum StressColumns {
  /// The version of the columns, which increases when the meaning of a column changes but not when a column is
  /// appended.
  package static let schemaVersion: UInt64 = 3
  /// The oldest version that is read: its seeds are decimal, and its counts of trials have a colon.
  private static let oldestReadable: UInt64 = 2

  /// All columns in the report's order. New columns are appended.
  package static let all: [Column<StressRow>] =
    run + plan + processes + counts + grade + timing + host + appended
}

// MARK: - Which run, which row, on which machine

extension StressColumns {
  private static let run: [Column<StressRow>] = [
    .schemaVersion(schemaVersion, readsFrom: oldestReadable),
    .text("tool_version", "Version of singleton-bench.", of: \.run.toolVersion),
    .text("run_id", "What tells this run from all others.", of: \.run.id),
    .text("started_utc", "When the run began, UTC.", of: \.run.startedUTC),
    .text(
      "commit",
      "The commit that was measured: that of the package in which the program was built; empty if it is unknown.",
      of: \.run.commit),
  ]

  private static let plan: [Column<StressRow>] = [
    .text("strategy", "The strategy's id in the catalog.", .filled, of: \.key.strategy),
    .text("scenario", "What the threads of one trial do.", .filled, of: \.key.scenario),
    .integer("threads", "Threads that call at the same time.", .filled, of: \.key.threads),
    .integer("replicate", "Number of the process replicate, from 1.", .filled, of: \.key.replicate),
    .text("engine", "Where the threads come from: dispatch or pthread.", .filled, of: \.key.threadSource),
    .identifier(
      "seed", "Seed of the run's order and of all its other random choices, hexadecimal after 0x.", of: \.seed),
    measured("cells", "Cells in a full sweep; 1 if a trial has a process of its own.", \.cells),
    .text(
      "initializer_cost", "What the initializer does besides: 0, a busy time, yield, or sleep and a time.", .filled,
      of: \.key.initializerCost),
  ]

  private static let processes: [Column<StressRow>] = [
    .spelled(
      "status", "How the row's processes ended: ok, trapped, crashed, exit, hung, skipped or interrupted.", .filled,
      expected: "ok, trapped:SIGNAL, crashed:SIGNAL, exit:N, hung, skipped:REASON or interrupted", of: \.status
    ),
    measured("threads_started", "Threads that ran the row's first instruction.", \.threadsStarted),
    measured(
      "peak_running", "Most threads between the row's first barrier and its last sweep at the same time.", \.peakRunning
    ),
    milliseconds("wall_ms", "Wall time of the counting phase, resets included, in milliseconds.", \.wallNanoseconds),
    milliseconds(
      "cpu_ms", "Processor time of the counting phase, all threads together, in milliseconds.", \.cpuNanoseconds
    ),
  ]

  private static let host: [Column<StressRow>] = [
    .text("os", "Operating system and version.", of: \.host.os),
    .text("arch", "Processor architecture.", of: \.host.arch),
    .text("cpu_model", "Processor model; empty if it is unknown.", of: \.host.cpuModel),
    .integer("cores", "Cores that affinity and quota leave the run.", of: \.host.cores),
    .text("swift_version", "The compiler that built singleton-bench.", of: \.host.swiftVersion),
    .text("build", "Build configuration: release or debug.", of: \.host.build),
    .text("sanitizer", "Sanitizer that is compiled in; empty for none.", of: \.host.sanitizer),
    .text(
      "fingerprint", "Opaque: equal if all that decides about times is: the machine but not its system, and the build.",
      of: \.host.fingerprint),
  ]
}

// MARK: - What was counted, and whether it is what was declared

extension StressColumns {
  private static let counts: [Column<StressRow>] = [
    Column(
      "trials", "Fresh cells that all threads went through.", .integer, expected: "a whole number below 2^64",
      get: { .integer(orEmpty: $0.measured?.tally[.trials]) },
      set: { row, field in
        // Without trials, nothing was counted.
        if field.isEmpty { row.measured = nil }
        guard let trials = field.integer else { return field.isEmpty }
        row.measure { $0.tally[.trials] = trials }
        return true
      }),
    count("accesses", "Completed calls: accesses, constructions and copies.", .accesses),
    count("violating_trials", "Trials that broke the scenario's promise, whatever was declared.", .violatingTrials),
    .real("violation_rate", "Violating trials among all trials, 0 to 1; empty without a trial.", .significant(6)) {
      $0.measured?.tally.violationRate
    },
    count("instances_max", "Most different instances in one trial.", .instancesMax),
    count("instances", "Different instances, summed over the trials.", .instances),
    count("inits", "Entries into the initializer's custom part.", .inits),
    .integer("init_reentries", "Entries into the initializer beyond one for each lifetime.") {
      $0.measured?.tally.initReentries
    },
    count("reinits", "Entries on an instance that had been initialized before: its state is lost.", .reinits),
    count("nested_inits", "Entries while the same thread is inside an initializer of the same cell.", .nestedInits),
    count("half_built", "Accesses whose result was not finished, or had a wrong payload.", .halfBuilt),
    count("nil_results", "Accesses that returned nil.", .nilResults),
    count("wrong_class", "Accesses whose result was of another class than the one asked for.", .wrongClass),
    count("used_after_destroy", "Accesses and uses that met a destroyed instance.", .usedAfterDestroy),
    count("live_max", "Most instances alive at the same time in one cell.", .liveMax),
    count("deinits", "Instances that came to their end.", .deinits),
  ]

  private static let grade: [Column<StressRow>] = [
    .spelled(
      "expected", "What is declared: sound, defect:a+b, defect:a|b, trap or hang, then ;may:a,b if more is allowed.",
      .filled, expected: "sound, defect:a+b, defect:a|b, trap or hang, then perhaps ;may:a,b", of: \.expected),
    .word(
      "grade",
      "Whether the row did what is declared: passed, reproduced, not-reproduced or failed; empty if nothing ran.",
      .named, of: \.grade
    ),
  ]
}

// MARK: - How long accesses took

extension StressColumns {
  private static let timing: [Column<StressRow>] = [
    first("first_access_p50_ns", "First access to a fresh contended cell, median, in nanoseconds.", \.p50),
    first("first_access_p90_ns", "First access to a fresh contended cell, 90th percentile, in nanoseconds.", \.p90),
    first("first_access_p99_ns", "First access to a fresh contended cell, 99th percentile, in nanoseconds.", \.p99),
    first("first_access_max_ns", "First access to a fresh contended cell, the slowest, in nanoseconds.", \.max),
    later("access_min_ns", "A later access, see access_p50_ns: the fastest quiet batch, in nanoseconds.", \.min),
    later(
      "access_p50_ns", "\(AccessTiming.meaning); the median over quiet batches, in nanoseconds.", \.p50),
    later("access_p90_ns", "A later access, 90th percentile over quiet batches, in nanoseconds.", \.p90),
    later("access_p99_ns", "A later access, 99th percentile over quiet batches, in nanoseconds.", \.p99),
    later(
      "access_floor_ns", "The same loop without the strategy in the same rounds, in nanoseconds; never subtracted.",
      \.floor),
    laterCount("access_batches", "Quiet batches, which the access figures come from.", \.batches),
    laterCount("access_batch_size", "Accesses in a batch.", \.batchSize),
  ]

  private static let appended: [Column<StressRow>] = [
    optional(
      "first_access_winner_p50_ns", "First access of a caller that built the instance, median, in nanoseconds.",
      \.firstAccess, \.winnerP50),
    optional(
      "first_access_loser_p50_ns", "First access of a caller that waited or found it, median, in nanoseconds.",
      \.firstAccess, \.loserP50),
    count("refused", "Accesses that were refused with an error.", .refused),
    .real("clock_resolution_ns", "Least step of the clock that timed the row, in nanoseconds.", .decimals(3)) {
      $0.run.clockResolution
    } set: {
      $0.run.clockResolution = $1
    },
    count(
      "multi_instance_trials", "Trials with more instances, per class or owner, than the promise allows.",
      .multiInstanceTrials),
    count("lifetimes", "Allocations that found no live instance of their class or owner in the cell.", .lifetimes),
    count("tallied_inits", "`inits` up to the last complete sweep, which is what `lifetimes` counts.", .talliedInits),
    .integer(
      "alive_allowed", "Instances that may be alive at the same time: one per class or owner.", of: \.aliveAllowed),
    .text("remark", "The last line that a process of the row wrote to standard error, if it ended badly.") {
      $0.remark
    } set: {
      $0.remark = $1.isEmpty ? nil : $1
    },
    .text("observed", "What the row has shown, in the notation of `expected`; empty if nothing ran.") {
      $0.outcome.observed?.description
    },
    Column(
      "verdict",
      "Whether it is safe: proved, safe, unknown, refuted, unsafe, deadlocks or crashes, then :a+b and @model.", .text,
      expected: "such as safe, unsafe:instances+reinits or refuted:half_built@rc11",
      get: { .text($0.verdict.description) },
      set: { row, field in
        guard !field.isEmpty else { return true }
        guard let verdict = field.text.flatMap(Verdict.init) else { return false }
        row.verdict = verdict
        return true
      }),
    Column(
      "instances_per_trial",
      "How many trials had how many different instances, such as 1=9000 2=950; 0 if the process ended before one.",
      .text, expected: "instances and trials, ascending, such as 1=9000 2=950, whose sum is the column trials",
      get: { row in
        let trials = row.measured?.tally.instancesPerTrial.trials ?? [:]
        return trials.isEmpty ? .empty : .counts(trials)
      },
      set: { row, field in
        guard !field.isEmpty else { return true }
        guard let counts = field.counts else { return false }
        row.measure { $0.tally.instancesPerTrial = InstanceHistogram(counts) }
        return true
      },
      agrees: { row in
        guard let tally = row.measured?.tally, tally.instancesPerTrial != InstanceHistogram() else { return true }
        return tally.instancesPerTrial.trialCount == tally[.trials]
      }),
    .integer("first_access_count", "First accesses, of all threads, that the first-access figures come from.") {
      $0.measured?.firstAccess?.count
    } set: {
      $0.measured?.firstAccess?.count = $1
    },
    count("leaked", "Accesses whose instance had not ended when all callers had dropped it.", .leaked),
    measured(
      "cell_bytes",
      "Bytes from cell to cell in the layout in which threads met most often; 0 if all trials were processes.",
      \.cellBytes),
    measured("cell_offset", "Bytes by which its cells are shifted in their cache lines.", \.cellOffset),
    measured("block_cells", "Cells between two meetings of the threads in that layout.", \.cellsPerBlock),
    .text("working_commit", "HEAD of the working directory, or the CI system's commit.", of: \.run.workingCommit),
    .integer("plan_rows", "Rows of the whole plan; empty if it is unknown.") {
      $0.run.plan?.rows
    } set: {
      $0.run.setPlan(\.rows, $1)
    },
    .text("plan", "Opaque: equal for all shards of one plan.") {
      $0.run.plan?.digest
    } set: {
      $0.run.setPlan(\.digest, $1.isEmpty ? nil : $1)
    },
    // A spreadsheet takes 2/8, which schema 2 has, for a date.
    .text("shard", "The share of the plan that ran, such as 2 of 8; empty for the whole plan.") {
      $0.run.plan?.shard.replacing(character: "/", with: " of ")
    } set: {
      let numbers = $1.split { !$0.isNumber }
      $0.run.setPlan(\.shard, numbers.isEmpty ? nil : numbers.joined(separator: "/"))
    },
    .text("cpu_version", "Family, model and stepping of the processor; empty if unknown.", of: \.host.cpuVersion),
    .text("caches", "Caches of the first core; empty if unknown.", of: \.host.caches),
    .text(
      "virtualization", "The hypervisor, or what is known of it; empty if there is none.", of: \.host.virtualization),
    .text("governor", "What sets the clock rate of the cores; empty if unknown.", of: \.host.governor),
    .integer("timing_version", "Version of the timed loops; times of different ones are not compared.") {
      $0.run.timingVersion
    } set: {
      $0.run.timingVersion = $1
    },
    .real("line_way_ns", "A cache line's way from core to core before the run, in nanoseconds.", .decimals(3)) {
      $0.run.speed.lineWay
    } set: {
      $0.run.speed.lineWay = $1
    },
    .real(
      "dependent_load_ns", "A load that waits for another one, from the nearest cache, in nanoseconds.", .decimals(3)
    ) {
      $0.run.speed.dependentLoad
    } set: {
      $0.run.speed.dependentLoad = $1
    },
    optional(
      "access_line_ns", "A cache line's way from one of the row's threads to the next, in nanoseconds.", \.access,
      \.line),
    .text("placement", "Where the threads were to run: near, far, siblings or none.") {
      $0.key.placement
    } set: { row, placement in
      // Reports from before there was a choice have no such column.
      if !placement.isEmpty { row.key.placement = placement }
    },
    .text("placed", "Where they ran: near, far, siblings, mixed, or none if the system chose.") {
      $0.measured?.placed
    } set: { row, place in
      if !place.isEmpty { row.measure { $0.placed = place } }
    },
    .text("topology", "The kinds of cores that the run could use, and how many of each.", of: \.host.topology),
  ]
}
