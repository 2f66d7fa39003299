package import Core
package import TextFormats

/// The columns of the report.
///
/// ``all`` is the only list of columns. The header, the rows, the JSON keys, the reader, and the column reference
/// derive from it. What is written reads back unchanged.
package enum StressColumns {
  /// The version of the columns, which increases when the meaning of a column changes but not when a column is
  /// appended.
  package static let schemaVersion: UInt64 = 2

  /// All columns in the report's order. New columns are appended.
  package static let all: [Column<StressRow>] =
    run + plan + processes + counts + grade + timing + host + appended
}

// MARK: - Which run, which row, on which machine

extension StressColumns {
  private static let run: [Column<StressRow>] = [
    Column(
      "schema_version", "Version of the columns' meaning; \(schemaVersion).", .integer, .filled,
      expected: """
        \(schemaVersion), the version that this program reads; make the report anew with this program, or read it with \
        the one that wrote it
        """,
      get: { _ in .integer(schemaVersion) }, set: { _, field in field.integer == schemaVersion }),
    .text("tool_version", "Version of singleton-bench.") {
      $0.run.toolVersion
    } set: {
      $0.run.toolVersion = $1
    },
    .text("run_id", "What tells this run from all others.") {
      $0.run.id
    } set: {
      $0.run.id = $1
    },
    .text("started_utc", "When the run began, UTC.") {
      $0.run.startedUTC
    } set: {
      $0.run.startedUTC = $1
    },
    .text("commit", "The commit that was measured: the CI system's, else HEAD; empty if it is unknown.") {
      $0.run.commit
    } set: {
      $0.run.commit = $1
    },
  ]

  private static let plan: [Column<StressRow>] = [
    .text("strategy", "The strategy's id in the catalog.", .filled) {
      $0.key.strategy
    } set: {
      $0.key.strategy = $1
    },
    .text("scenario", "What the threads of one trial do.", .filled) {
      $0.key.scenario
    } set: {
      $0.key.scenario = $1
    },
    .integer("threads", "Threads that call at the same time.", .filled) {
      $0.key.threads
    } set: {
      $0.key.threads = $1 ?? 0
    },
    .integer("replicate", "Number of the process replicate, from 1.", .filled) {
      $0.key.replicate
    } set: {
      $0.key.replicate = $1 ?? 0
    },
    .text("engine", "Where the threads come from: dispatch or pthread.", .filled) {
      $0.key.threadSource
    } set: {
      $0.key.threadSource = $1
    },
    .integer("seed", "Seed of the run's order and of all its other random choices.") {
      $0.seed
    } set: {
      $0.seed = $1 ?? 0
    },
    measured("cells", "Cells in a full sweep; 1 if a trial has a process of its own.", \.cells) { $0.cells = $1 },
    .text("initializer_cost", "What the initializer does besides: 0, a busy time, yield, or sleep and a time.", .filled)
    {
      $0.key.initializerCost
    } set: {
      $0.key.initializerCost = $1
    },
  ]

  private static let processes: [Column<StressRow>] = [
    .spelled(
      "status", "How the row's processes ended: ok, trapped, crashed, exit, hung, skipped or interrupted.", .filled,
      expected: "ok, trapped:SIGNAL, crashed:SIGNAL, exit:N, hung, skipped:REASON or interrupted"
    ) {
      $0.status
    } set: {
      $0.status = $1 ?? .interrupted
    },
    measured("threads_started", "Threads that ran the row's first instruction.", \.threadsStarted) {
      $0.threadsStarted = $1
    },
    measured(
      "peak_running", "Most threads between the row's first barrier and its last sweep at the same time.", \.peakRunning
    ) {
      $0.peakRunning = $1
    },
    milliseconds("wall_ms", "Wall time of the counting phase, resets included, in milliseconds.", \.wallNanoseconds) {
      $0.wallNanoseconds = $1
    },
    milliseconds(
      "cpu_ms", "Processor time of the counting phase, all threads together, in milliseconds.", \.cpuNanoseconds
    ) {
      $0.cpuNanoseconds = $1
    },
  ]

  private static let host: [Column<StressRow>] = [
    .text("os", "Operating system and version.") {
      $0.host.os
    } set: {
      $0.host.os = $1
    },
    .text("arch", "Processor architecture.") {
      $0.host.arch
    } set: {
      $0.host.arch = $1
    },
    .text("cpu_model", "Processor model; empty if it is unknown.") {
      $0.host.cpuModel
    } set: {
      $0.host.cpuModel = $1
    },
    .integer("cores", "Cores that affinity and quota leave the run.") {
      $0.host.cores
    } set: {
      $0.host.cores = $1 ?? 0
    },
    .text("swift_version", "The compiler that built singleton-bench.") {
      $0.host.swiftVersion
    } set: {
      $0.host.swiftVersion = $1
    },
    .text("build", "Build configuration: release or debug.") {
      $0.host.build
    } set: {
      $0.host.build = $1
    },
    .text("sanitizer", "Sanitizer that is compiled in; empty for none.") {
      $0.host.sanitizer
    } set: {
      $0.host.sanitizer = $1
    },
    .text("fingerprint", "Opaque: equal if machine and build are, and figures can be compared.") {
      $0.host.fingerprint
    } set: {
      $0.host.fingerprint = $1
    },
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
      .filled, expected: "sound, defect:a+b, defect:a|b, trap or hang, then perhaps ;may:a,b"
    ) {
      $0.expected
    } set: {
      $0.expected = $1 ?? .sound
    },
    .word(
      "grade",
      "Whether the row did what is declared: passed, reproduced, not-reproduced or failed; empty if nothing ran.",
      .named
    ) {
      $0.grade
    } set: {
      $0.grade = $1
    },
  ]
}

// MARK: - How long accesses took

extension StressColumns {
  private static let timing: [Column<StressRow>] = [
    first("first_access_p50_ns", "First access to a fresh contended cell, median, in nanoseconds.", \.p50) {
      $0.p50 = $1
    },
    first("first_access_p90_ns", "First access to a fresh contended cell, 90th percentile, in nanoseconds.", \.p90) {
      $0.p90 = $1
    },
    first("first_access_p99_ns", "First access to a fresh contended cell, 99th percentile, in nanoseconds.", \.p99) {
      $0.p99 = $1
    },
    first("first_access_max_ns", "First access to a fresh contended cell, the slowest, in nanoseconds.", \.max) {
      $0.max = $1
    },
    later("access_min_ns", "One later access by one thread, the fastest batch, in nanoseconds.", \.min) { $0.min = $1 },
    later("access_p50_ns", "One later access by one thread, median over the batches, in nanoseconds.", \.p50) {
      $0.p50 = $1
    },
    later("access_p90_ns", "One later access by one thread, 90th percentile over the batches, in nanoseconds.", \.p90) {
      $0.p90 = $1
    },
    later("access_p99_ns", "One later access by one thread, 99th percentile over the batches, in nanoseconds.", \.p99) {
      $0.p99 = $1
    },
    later("access_floor_ns", "The same loop without the strategy, in nanoseconds; never subtracted.", \.floor) {
      $0.floor = $1
    },
    .integer("access_batches", "Batches that the access figures come from.") {
      $0.measured?.access?.batches
    } set: {
      $0.measured?.access?.batches = $1 ?? 0
    },
    .integer("access_batch_size", "Accesses in a batch.") {
      $0.measured?.access?.batchSize
    } set: {
      $0.measured?.access?.batchSize = $1 ?? 0
    },
  ]

  private static let appended: [Column<StressRow>] = [
    .real(
      "first_access_winner_p50_ns", "First access of a caller that built the instance, median, in nanoseconds.",
      .decimals(3)
    ) {
      $0.measured?.firstAccess?.winnerP50
    } set: {
      $0.measured?.firstAccess?.winnerP50 = $1
    },
    .real(
      "first_access_loser_p50_ns", "First access of a caller that waited or found it, median, in nanoseconds.",
      .decimals(3)
    ) {
      $0.measured?.firstAccess?.loserP50
    } set: {
      $0.measured?.firstAccess?.loserP50 = $1
    },
    count("refused", "Constructions that answered with a typed refusal.", .refused),
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
    .integer("alive_allowed", "Instances that may be alive at the same time: one per class or owner.") {
      $0.aliveAllowed
    } set: {
      $0.aliveAllowed = $1 ?? 1
    },
    .text("remark", "The last line that a process of the row wrote to standard error, if it ended badly.") {
      $0.remark
    } set: {
      $0.remark = $1.isEmpty ? nil : $1
    },
  ]
}

// MARK: - How the groups spell their columns

extension StressColumns {
  private static func count(_ name: String, _ summary: String, _ counter: Counter) -> Column<StressRow> {
    .integer(name, summary) {
      $0.measured?.tally[counter]
    } set: { row, value in
      if let value { row.measure { $0.tally[counter] = value } }
    }
  }

  private static func measured(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (Measurements) -> Int,
    set: @escaping @Sendable (inout Measurements, Int) -> Void
  ) -> Column<StressRow> {
    .integer(name, summary) {
      $0.measured.map(get)
    } set: { row, value in
      if let value { row.measure { set(&$0, value) } }
    }
  }

  /// Returns a column of milliseconds, always with 3 decimals, that is, whole microseconds.
  private static func milliseconds(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (Measurements) -> UInt64,
    set: @escaping @Sendable (inout Measurements, UInt64) -> Void
  ) -> Column<StressRow> {
    .real(name, summary, .fixed(3)) {
      $0.measured.map { Double(get($0)) / 1e6 }
    } set: { row, value in
      guard let value else { return }
      row.measure { set(&$0, UInt64(exactly: (value * 1e6).rounded()) ?? .max) }
    }
  }

  /// Returns a column of first-access times in nanoseconds. A row has these times if it has the median.
  private static func first(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (FirstAccessTiming) -> Double,
    set: @escaping @Sendable (inout FirstAccessTiming, Double) -> Void
  ) -> Column<StressRow> {
    .real(name, summary, .decimals(3)) {
      $0.measured?.firstAccess.map(get)
    } set: { row, value in
      guard let value else {
        row.measured?.firstAccess = nil
        return
      }
      row.measure {
        if $0.firstAccess == nil { $0.firstAccess = FirstAccessTiming() }
        set(&$0.firstAccess!, value)
      }
    }
  }

  /// Returns a column of later-access times in nanoseconds.
  private static func later(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (AccessTiming) -> Double,
    set: @escaping @Sendable (inout AccessTiming, Double) -> Void
  ) -> Column<StressRow> {
    .real(name, summary, .decimals(3)) {
      $0.measured?.access.map(get)
    } set: { row, value in
      guard let value else {
        row.measured?.access = nil
        return
      }
      row.measure {
        if $0.access == nil { $0.access = AccessTiming() }
        set(&$0.access!, value)
      }
    }
  }
}

extension StressRow {
  /// Changes the measurements in place, creating them first if there are none.
  fileprivate mutating func measure(_ body: (inout Measurements) -> Void) {
    if measured == nil { measured = Measurements() }
    body(&measured!)
  }
}
