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
