package import Outcomes

/// A row as it is read, column by column. What a report says nothing of is nil, or an empty text.
package struct RowDraft: Sendable {
  package var schemaVersion: UInt64?
  package var toolVersion = ""
  package var runID = ""
  package var startedUTC = ""
  package var commit = ""

  package var strategy = ""
  package var scenario = ""
  package var threads: UInt64?
  package var replicate: UInt64?
  package var engine = ""
  package var seed: UInt64?
  package var cells: UInt64?
  package var initializerCost = ""

  package var status: RowStatus?
  package var threadsStarted: UInt64?
  package var peakRunning: UInt64?
  package var wallMilliseconds: Double?
  package var cpuMilliseconds: Double?

  package var counts = Counts()
  package var violationRate: Double?
  package var initReentries: UInt64?
  package var expected: Expectation?
  package var grade: Grade?

  package var firstAccessP50: Double?
  package var firstAccessP90: Double?
  package var firstAccessP99: Double?
  package var firstAccessMax: Double?
  package var firstAccessWinnerP50: Double?
  package var firstAccessLoserP50: Double?
  package var accessMin: Double?
  package var accessP50: Double?
  package var accessP90: Double?
  package var accessP99: Double?
  package var accessFloor: Double?
  package var accessBatches: UInt64?
  package var accessBatchSize: UInt64?
  package var clockResolution: Double?

  package var os = ""
  package var arch = ""
  package var cpuModel = ""
  package var cores: UInt64?
  package var swiftVersion = ""
  package var build = ""
  package var sanitizer = ""
  package var fingerprint = ""

  package init() {}

  /// Puts a column's value where it belongs. A closure, because a key path takes ten times as long at each cell.
  typealias Place<Value> = @Sendable (inout RowDraft, Value) -> Void

  /// The counters that have a column.
  package struct Counts: Sendable {
    private var values = [UInt64?](repeating: nil, count: Counter.allCases.count)

    package subscript(counter: Counter) -> UInt64? {
      get { values[counter.rawValue] }
      set { values[counter.rawValue] = newValue }
    }
  }
}
