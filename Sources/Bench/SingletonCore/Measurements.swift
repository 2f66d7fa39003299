package struct Measurements: Sendable {
  package var tally = Tally()
  /// The number of cells in a full sweep, or 1 if each trial runs in a process of its own.
  package var cells = 0
  /// The distance in bytes between neighboring cells, in the layout in which threads overlapped most often.
  package var cellBytes = 0
  /// The position of the first cell in its cache line, in bytes.
  package var cellOffset = 0
  /// The number of cells between two rendezvous of the threads in the same layout.
  package var cellsPerBlock = 0
  /// Where the threads ran in relation to each other, as a ``Placement``.
  package var placed = ""
  package var threadsStarted = 0
  package var peakRunning = 0
  /// The wall time of the counting phase, including resets.
  package var wallNanoseconds: UInt64 = 0
  /// The processor time of all threads in the counting phase.
  package var cpuNanoseconds: UInt64 = 0
  package var firstAccess: FirstAccessTiming?
  /// The time of a later access by one thread alone.
  package var access: AccessTiming?
  /// The time of a later access while one thread on each core accesses; `nil` if the row has fewer threads than cores.
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
  /// The median time of the callers that built the instance, or `nil` if none did.
  package var winnerP50: Double?
  /// The median time of the callers that waited for an instance or found one, or `nil` if every caller built one.
  package var loserP50: Double?

  package init() {}
}

/// The wall time of a later access, in nanoseconds. See ``meaning``.
package struct AccessTiming: Sendable {
  package var min = 0.0
  package var p50 = 0.0
  package var p90 = 0.0
  package var p99 = 0.0
  /// The time per access of the empty loop: the same loop without the strategy.
  package var floor = 0.0
  /// The time that a cache line takes from one core to the next, measured together with the accesses of all cores;
  /// `nil` if only one thread's accesses were timed.
  package var line: Double?
  package var batches = 0
  /// The number of accesses in a batch.
  package var batchSize = 0
  /// The two levels between which the time of the accesses switches, or `nil` if there is only one.
  package var states: States?

  /// Two distinct levels of the access time, with almost no batches between them. A lock can have two: one while it
  /// passes between running threads, and a slower one when it has to wake a thread.
  package struct States: Sendable, Equatable {
    /// The median of the batches in the faster state, in nanoseconds.
    package var fast = 0.0
    /// The median of the batches in the slower state, in nanoseconds.
    package var slow = 0.0
    /// The share of the batches in the slower state, from 0 to 1.
    package var slowShare = 0.0

    package init() {}
  }

  package init() {}
}

extension AccessTiming {
  /// The meaning of the figure, as a sentence without its period, for every place that explains it.
  package static let meaning = "One later access by one thread alone, when the instance exists already"

  /// Returns what one access consists of in this form, as a phrase without a period.
  package static func content(of form: String) -> String {
    form == RowForm.plain.rawValue
      ? "a call from another module, whose result is retained, one of its fields read, and released"
      : "the mechanism alone, mostly inlined and without reference counting"
  }

  /// Returns the meaning in a few words, for a line below a table of these forms.
  package static func briefMeaning(of forms: [String]) -> String {
    forms == [RowForm.harness.rawValue]
      ? "a later access, mostly inlined and without reference counting (explain ns)"
      : "a later access by one thread (explain ns)"
  }
}

/// The cost of two elementary steps on a machine during a run, in nanoseconds.
///
/// Two machines of the same model, or one machine at different times, can differ in these costs. An unknown cost is
/// `nil`.
package struct MachineSpeed: Sendable, Equatable {
  /// The time in which a cache line moves from one core to another.
  package var lineWay: Double?
  /// The time of a load from the nearest cache whose address comes from the load before it.
  package var dependentLoad: Double?

  package init(lineWay: Double? = nil, dependentLoad: Double? = nil) {
    self.lineWay = lineWay
    self.dependentLoad = dependentLoad
  }
}

/// A timed batch of operations, as written by `--samples`.
package struct TimingSample: Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case access = 1
    case floor
    case firstWinner
    case firstLoser
    /// The transfer of a cache line from one thread's core to the next.
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
