package struct Measurements: Sendable {
  package var tally = Tally()
  /// The number of cells in a full sweep, or 1 if each trial has its own process.
  package var cells = 0
  /// The number of bytes from one cell to the next, in the layout in which threads met most often.
  package var cellBytes = 0
  /// The position of the first cell in its cache line, in bytes.
  package var cellOffset = 0
  /// The number of cells between two rendezvous in that layout.
  package var cellsPerBlock = 0
  /// Where the threads ran in relation to each other.
  package var placed = ""
  package var threadsStarted = 0
  package var peakRunning = 0
  /// The wall time of the counting phase, including resets.
  package var wallNanoseconds: UInt64 = 0
  /// The processor time of all threads in the counting phase.
  package var cpuNanoseconds: UInt64 = 0
  package var firstAccess: FirstAccessTiming?
  /// A later access by one thread alone.
  package var access: AccessTiming?
  /// A later access while all cores access, each with one thread; `nil` if the row has fewer threads than cores.
  package var allCoresAccess: AccessTiming?
  package var counts: AccessCounts?

  package init() {}
}

/// The time from call to return of a thread's first access to a fresh cell that several threads access, in nanoseconds.
package struct FirstAccessTiming: Sendable {
  /// The number of timed first accesses by all threads, or `nil` if the report lacks it.
  package var count: Int?
  package var p50 = 0.0
  package var p90 = 0.0
  package var p99 = 0.0
  package var max = 0.0
  /// The median of the callers that built the instance, or `nil` if none did.
  package var winnerP50: Double?
  /// The median of the callers that waited for an instance or found one, or `nil` if every caller built one.
  package var loserP50: Double?

  package init() {}
}

/// The wall time of a later access, in nanoseconds, as ``meaning`` says.
package struct AccessTiming: Sendable {
  package var min = 0.0
  package var p50 = 0.0
  package var p90 = 0.0
  package var p99 = 0.0
  /// The time of the same loop without the strategy.
  package var floor = 0.0
  /// The time that a cache line takes from one core to the next while all cores access, or `nil` if they were not timed.
  package var line: Double?
  package var batches = 0
  /// The number of accesses in a batch.
  package var batchSize = 0
  /// The two states of the accesses, or `nil` if they have one.
  package var states: States?

  /// Two levels of a time between which there is nearly nothing, such as a lock that is passed from core to core, or to a
  /// thread that first has to wake up.
  package struct States: Sendable, Equatable {
    /// The median of the batches in the faster state, in nanoseconds.
    package var fast = 0.0
    /// The median of the other batches, in nanoseconds.
    package var slow = 0.0
    /// The share of the batches in the slower state, from 0 to 1.
    package var slowShare = 0.0

    package init() {}
  }

  package init() {}
}

extension AccessTiming {
  /// The meaning of the figure in a sentence without its period, the same wherever it is explained.
  package static let meaning = "One later access by one thread alone, when the instance exists already"

  /// Returns what an access of a form consists of, in a sentence without its period.
  package static func content(of form: RowForm) -> String {
    switch form {
    case .harness: "the mechanism alone, mostly inlined and without reference counting"
    case .plain: "a call from another module, whose result is retained, one of its fields read, and released"
    }
  }

  /// Returns the meaning in a few words, for a line below a table.
  package static func briefMeaning(of form: RowForm) -> String {
    switch form {
    case .harness: "a later access, mostly inlined and without reference counting (explain ns)"
    case .plain: "a later access in plain Swift, by one thread (explain ns)"
    }
  }
}

/// The cost of two elementary steps on a machine during a run, in nanoseconds.
///
/// Two machines of the same model, or one machine at different times, can differ in these costs. An unknown cost is
/// `nil`.
package struct MachineSpeed: Sendable, Equatable {
  /// The time that a cache line takes from one core to another.
  package var lineWay: Double?
  /// A load from the nearest cache whose address is the result of another load.
  package var dependentLoad: Double?

  package init(lineWay: Double? = nil, dependentLoad: Double? = nil) {
    self.lineWay = lineWay
    self.dependentLoad = dependentLoad
  }
}

/// A timed batch, for `--samples`.
package struct TimingSample: Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case access = 1
    case floor
    case firstWinner
    case firstLoser
    /// A cache line that travels from one thread's core to the next one's.
    case line
    case allCoresAccess
    case allCoresFloor

    /// The spelling in the samples file.
    package var name: String {
      switch self {
      case .access: "access"
      case .floor: "floor"
      case .firstWinner: "first-winner"
      case .firstLoser: "first-loser"
      case .line: "line"
      case .allCoresAccess: "all-cores-access"
      case .allCoresFloor: "all-cores-floor"
      }
    }
  }

  package let kind: Kind
  /// The number of operations in the batch.
  package let operations: UInt32
  package let elapsedNanoseconds: UInt64

  package init(kind: Kind, operations: UInt32, elapsedNanoseconds: UInt64) {
    self.kind = kind
    self.operations = operations
    self.elapsedNanoseconds = elapsedNanoseconds
  }
}
