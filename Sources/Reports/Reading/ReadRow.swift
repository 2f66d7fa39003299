package import Outcomes

/// What a draft lacks to be a row.
package struct DraftError: Error {
  /// The column.
  package let column: String
  package let problem: String
  package let expected: String
}

extension StressRow {
  /// The row that a report tells of.
  ///
  /// A report does not say everything that a run knows: how many trials were crowded is taken from those that violated,
  /// and how many instances may live at one time from what the row was forgiven.
  /// - Parameter catalogIndex: where the strategy stands in the report's order.
  package init(_ draft: RowDraft, catalogIndex: Int) throws(DraftError) {
    let expected = draft.expected ?? .sound
    self.init(
      key: try RowKey(draft, catalogIndex: catalogIndex),
      run: RunFacts(
        id: draft.runID, startedUTC: draft.startedUTC, toolVersion: draft.toolVersion, commit: draft.commit,
        clockResolution: draft.clockResolution),
      host: HostFacts(draft), seed: draft.seed ?? 0, status: draft.status ?? .interrupted, expected: expected,
      aliveAllowed: draft.grade == .broken ? 1 : max(1, draft.counts[.liveMax] ?? 1), measured: Measured(draft),
      grade: draft.grade)
  }
}

extension RowKey {
  fileprivate init(_ draft: RowDraft, catalogIndex: Int) throws(DraftError) {
    guard let scenario = Scenario(rawValue: draft.scenario) else {
      throw .unknown("scenario", draft.scenario, Scenario.allCases.map(\.rawValue).joined(separator: ", "))
    }
    guard let engine = EngineKind(rawValue: draft.engine) else {
      throw .unknown("engine", draft.engine, EngineKind.allCases.map(\.rawValue).joined(separator: " or "))
    }
    guard let cost = InitializerCost(draft.initializerCost) else {
      throw .unknown("initializer_cost", draft.initializerCost, InitializerCost.spelling)
    }
    self.init(
      strategy: draft.strategy, scenario: scenario, threads: Int(clamping: draft.threads ?? 0),
      replicate: Int(clamping: draft.replicate ?? 0), engine: engine, initializerCost: cost,
      catalogIndex: catalogIndex)
  }
}

extension DraftError {
  fileprivate static func unknown(_ column: String, _ text: String, _ expected: String) -> DraftError {
    DraftError(column: column, problem: "unknown: \(text.debugDescription)", expected: expected)
  }
}

extension HostFacts {
  fileprivate init(_ draft: RowDraft) {
    self.init(
      os: draft.os, arch: draft.arch, cpuModel: draft.cpuModel, cores: Int(clamping: draft.cores ?? 0),
      swiftVersion: draft.swiftVersion, build: draft.build, sanitizer: draft.sanitizer,
      fingerprint: draft.fingerprint)
  }
}

extension Measured {
  /// nil where nothing was counted.
  fileprivate init?(_ draft: RowDraft) {
    guard draft.counts[.trials] != nil else { return nil }
    self.init(
      tally: Tally(draft), cells: Int(clamping: draft.cells ?? 0),
      threadsStarted: Int(clamping: draft.threadsStarted ?? 0), peakRunning: Int(clamping: draft.peakRunning ?? 0),
      wallNanoseconds: draft.wallMilliseconds.nanoseconds, cpuNanoseconds: draft.cpuMilliseconds.nanoseconds,
      firstAccess: FirstAccessTiming(draft), access: AccessTiming(draft))
  }
}

extension Tally {
  fileprivate init(_ draft: RowDraft) {
    self.init()
    for counter in Counter.allCases { self[counter] = draft.counts[counter] ?? 0 }
    self[.talliedInits] = draft.initReentries ?? 0
    if self[.instancesMax] > 1 { self[.crowdedTrials] = self[.violatingTrials] }
  }
}

extension FirstAccessTiming {
  fileprivate init?(_ draft: RowDraft) {
    guard let p50 = draft.firstAccessP50, let p90 = draft.firstAccessP90, let p99 = draft.firstAccessP99,
      let max = draft.firstAccessMax
    else { return nil }
    self.init(
      p50: p50, p90: p90, p99: p99, max: max, winnerP50: draft.firstAccessWinnerP50,
      loserP50: draft.firstAccessLoserP50)
  }
}

extension AccessTiming {
  fileprivate init?(_ draft: RowDraft) {
    guard let min = draft.accessMin, let p50 = draft.accessP50, let p90 = draft.accessP90, let p99 = draft.accessP99,
      let floor = draft.accessFloor
    else { return nil }
    self.init(
      min: min, p50: p50, p90: p90, p99: p99, floor: floor, batches: Int(clamping: draft.accessBatches ?? 0),
      batchSize: Int(clamping: draft.accessBatchSize ?? 0))
  }
}

extension Double? {
  /// Of so many milliseconds; an absurd number is the largest.
  fileprivate var nanoseconds: UInt64 {
    let nanoseconds = ((self ?? 0) * 1e6).rounded()
    return UInt64(exactly: nanoseconds) ?? .max
  }
}
