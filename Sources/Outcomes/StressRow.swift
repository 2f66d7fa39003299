/// One row of the report: what one strategy did in one scenario with so many threads, in one replicate.
package struct StressRow: Sendable {
  package let key: RowKey
  package let run: RunFacts
  package let host: HostFacts
  package let seed: UInt64
  package var status: RowStatus
  /// As it applies to this many threads.
  package let expected: Expectation
  /// Instances that may be alive at one time without breaking anything: one a class, one an owner.
  package let aliveAllowed: UInt64
  /// nil where nothing was counted.
  package var measured: Measured?
  package var grade: Grade?
  /// For a person: what a child that ended badly said, or which outcome was forbidden.
  package var remark: String?

  package init(
    key: RowKey, run: RunFacts, host: HostFacts, seed: UInt64, status: RowStatus, expected: Expectation,
    aliveAllowed: UInt64 = 1, measured: Measured? = nil, grade: Grade? = nil, remark: String? = nil
  ) {
    self.key = key
    self.run = run
    self.host = host
    self.seed = seed
    self.status = status
    self.expected = expected
    self.aliveAllowed = aliveAllowed
    self.measured = measured
    self.grade = grade
    self.remark = remark
  }
}

/// What tells one row from another.
package struct RowKey: Hashable, Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  /// From 1.
  package let replicate: Int
  package let engine: EngineKind
  package let initializerCost: InitializerCost
  /// Where the strategy stands in the catalogue; the report's order.
  package let catalogIndex: Int

  package init(
    strategy: String, scenario: Scenario, threads: Int, replicate: Int, engine: EngineKind,
    initializerCost: InitializerCost, catalogIndex: Int
  ) {
    self.strategy = strategy
    self.scenario = scenario
    self.threads = threads
    self.replicate = replicate
    self.engine = engine
    self.initializerCost = initializerCost
    self.catalogIndex = catalogIndex
  }

  /// Catalogue, then scenario, threads, replicate: the report's order, whatever order the rows ran in.
  package static func inReportOrder(_ a: RowKey, _ b: RowKey) -> Bool {
    a.sortKey.lexicographicallyPrecedes(b.sortKey)
  }

  private var sortKey: [Int] {
    [catalogIndex, Scenario.allCases.firstIndex(of: scenario)!, threads, replicate]
  }
}

/// Where the threads come from.
package enum EngineKind: String, CaseIterable, Sendable {
  case dispatch
  case pthread

  /// Most threads one row can have: libdispatch's pool has 255 on Linux; for plain threads the limit is ours.
  package var threadLimit: Int {
    switch self {
    case .dispatch: 255
    case .pthread: 1024
    }
  }
}

/// What was measured of one row.
package struct Measured: Sendable {
  package var tally = Tally()
  /// Cells in a full sweep; 1 where a trial has a process of its own.
  package var cells: Int
  package var threadsStarted: Int
  package var peakRunning: Int
  /// Of the counting phase, resets included.
  package var wallNanoseconds: UInt64
  package var cpuNanoseconds: UInt64
  package var firstAccess: FirstAccessTiming?
  package var access: AccessTiming?

  package init(
    tally: Tally, cells: Int, threadsStarted: Int, peakRunning: Int, wallNanoseconds: UInt64, cpuNanoseconds: UInt64,
    firstAccess: FirstAccessTiming? = nil, access: AccessTiming? = nil
  ) {
    self.tally = tally
    self.cells = cells
    self.threadsStarted = threadsStarted
    self.peakRunning = peakRunning
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.firstAccess = firstAccess
    self.access = access
  }
}

/// Nanoseconds from the call to the return of a thread's first access to a fresh contended cell.
package struct FirstAccessTiming: Sendable {
  package let p50, p90, p99, max: Double
  /// The caller that built the instance; nil where nobody did.
  package let winnerP50: Double?
  /// A caller that waited or found it; nil where everybody built.
  package let loserP50: Double?

  package init(p50: Double, p90: Double, p99: Double, max: Double, winnerP50: Double?, loserP50: Double?) {
    self.p50 = p50
    self.p90 = p90
    self.p99 = p99
    self.max = max
    self.winnerP50 = winnerP50
    self.loserP50 = loserP50
  }
}

/// Nanoseconds of wall time for one later access by one thread, all threads accessing at once.
package struct AccessTiming: Sendable {
  package let min, p50, p90, p99: Double
  /// The same loop without the strategy.
  package let floor: Double
  package let batches: Int
  /// Accesses in a batch.
  package let batchSize: Int

  package init(min: Double, p50: Double, p90: Double, p99: Double, floor: Double, batches: Int, batchSize: Int) {
    self.min = min
    self.p50 = p50
    self.p90 = p90
    self.p99 = p99
    self.floor = floor
    self.batches = batches
    self.batchSize = batchSize
  }
}

/// One timed batch, for `--samples`.
package struct TimingSample: Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case access = 1
    case floor
    case firstWinner
    case firstLoser

    /// The spelling in the samples file.
    package var name: String {
      switch self {
      case .access: "access"
      case .floor: "floor"
      case .firstWinner: "first-winner"
      case .firstLoser: "first-loser"
      }
    }
  }

  package let kind: Kind
  /// Operations in the batch.
  package let operations: UInt32
  package let elapsedNanoseconds: UInt64

  package init(kind: Kind, operations: UInt32, elapsedNanoseconds: UInt64) {
    self.kind = kind
    self.operations = operations
    self.elapsedNanoseconds = elapsedNanoseconds
  }
}

/// What is the same for all rows of one run.
package struct RunFacts: Sendable {
  package let id: String
  package let startedUTC: String
  package let toolVersion: String
  /// Empty where unknown.
  package let commit: String

  package init(id: String, startedUTC: String, toolVersion: String, commit: String) {
    self.id = id
    self.startedUTC = startedUTC
    self.toolVersion = toolVersion
    self.commit = commit
  }
}

/// The machine and the build: figures of different ones are not comparable. Empty where unknown.
package struct HostFacts: Sendable {
  package let os, arch, cpuModel: String
  /// What affinity and quota leave us.
  package let cores: Int
  package let swiftVersion: String
  /// `release` or `debug`.
  package let build: String
  package let sanitizer: String

  package init(
    os: String, arch: String, cpuModel: String, cores: Int, swiftVersion: String, build: String, sanitizer: String
  ) {
    self.os = os
    self.arch = arch
    self.cpuModel = cpuModel
    self.cores = cores
    self.swiftVersion = swiftVersion
    self.build = build
    self.sanitizer = sanitizer
  }

  /// Opaque: equal where all of the above are. FNV-1a, 64 bits, in hex.
  package var fingerprint: String {
    let text = [os, arch, cpuModel, String(cores), swiftVersion, build, sanitizer].joined(separator: "\u{1F}")
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
