import Outcomes

/// Which run, which row, on which machine.
extension StressColumns {
  static let ofRun: [Column<StressRow>] = [
    integer("schema_version", "Version of the columns' meaning; 1.", .integer({ $0.schemaVersion = $1 }).required) {
      _ in
      schemaVersion
    },
    text("tool_version", "Version of singleton-bench.", .text({ $0.toolVersion = $1 })) { $0.run.toolVersion },
    text("run_id", "What tells this run from all others.", .text({ $0.runID = $1 })) { $0.run.id },
    text("started_utc", "When the run began, UTC.", .text({ $0.startedUTC = $1 })) { $0.run.startedUTC },
    text(
      "commit", "The commit that was measured: the CI system's, else HEAD; empty where unknown.",
      .text({ $0.commit = $1 })
    ) { $0.run.commit },
  ]

  static let ofPlan: [Column<StressRow>] = [
    text("strategy", "The strategy's id in the catalogue.", .text({ $0.strategy = $1 }).required) { $0.key.strategy },
    text("scenario", "What the callers of one trial do.", .text({ $0.scenario = $1 }).required) {
      $0.key.scenario.rawValue
    },
    integer("threads", "Threads that call at the same time.", .integer({ $0.threads = $1 }).required) {
      $0.key.threads
    },
    integer("replicate", "Number of the process replicate, from 1.", .integer({ $0.replicate = $1 }).required) {
      $0.key.replicate
    },
    text("engine", "Where the threads come from: dispatch or pthread.", .text({ $0.engine = $1 }).required) {
      $0.key.engine.rawValue
    },
    integer("seed", "Seed of the run's order and of all its other random choices.", .integer({ $0.seed = $1 })) {
      $0.seed
    },
    integer("cells", "Cells in a full sweep; 1 where a trial has a process of its own.", .integer({ $0.cells = $1 })) {
      $0.measured?.cells
    },
    text(
      "initializer_cost", "What the initialiser does besides: 0, a busy time, yield, or sleep and a time.",
      .text({ $0.initializerCost = $1 }).required
    ) {
      $0.key.initializerCost.description
    },
  ]

  static let ofProcesses: [Column<StressRow>] = [
    text(
      "status", "How the row's processes ended: ok, trapped, crashed, exit, hung, skipped or interrupted.",
      .spelled(
        { $0.status = $1 }, expected: "ok, trapped:SIGNAL, crashed:SIGNAL, exit:N, hung, skipped:REASON or interrupted"
      ).required
    ) {
      $0.status.description
    },
    integer("threads_started", "Threads that ran the row's first instruction.", .integer({ $0.threadsStarted = $1 })) {
      $0.measured?.threadsStarted
    },
    integer(
      "peak_running", "Most threads between the row's first gate and its last sweep at one time.",
      .integer({ $0.peakRunning = $1 })
    ) {
      $0.measured?.peakRunning
    },
    milliseconds(
      "wall_ms", "Wall time of the counting phase, resets included, in milliseconds.", { $0.wallMilliseconds = $1 }
    ) {
      $0.measured?.wallNanoseconds
    },
    milliseconds(
      "cpu_ms", "Processor time of the counting phase, all threads together, in milliseconds.",
      { $0.cpuMilliseconds = $1 }
    ) {
      $0.measured?.cpuNanoseconds
    },
  ]

  static let ofHost: [Column<StressRow>] = [
    text("os", "Operating system and version.", .text({ $0.os = $1 })) { $0.host.os },
    text("arch", "Processor architecture.", .text({ $0.arch = $1 })) { $0.host.arch },
    text("cpu_model", "Processor model; empty where unknown.", .text({ $0.cpuModel = $1 })) { $0.host.cpuModel },
    integer("cores", "Cores that affinity and quota leave the run.", .integer({ $0.cores = $1 })) { $0.host.cores },
    text("swift_version", "The compiler that built singleton-bench.", .text({ $0.swiftVersion = $1 })) {
      $0.host.swiftVersion
    },
    text("build", "Build configuration: release or debug.", .text({ $0.build = $1 })) { $0.host.build },
    text("sanitizer", "Sanitizer that is compiled in; empty for none.", .text({ $0.sanitizer = $1 })) {
      $0.host.sanitizer
    },
    text(
      "fingerprint", "Opaque: equal where machine and build are, and figures can be compared.",
      .text({ $0.fingerprint = $1 })
    ) {
      $0.host.fingerprint
    },
  ]
}
