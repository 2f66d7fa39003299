import SingletonCore
import SingletonPlatform
import SingletonReports
public import SingletonStress
import SingletonTextFormats

extension StressResult {
  /// The result as a report of `singleton-bench`, which its commands `compare` and `report` read: CSV, with a
  /// header and one row.
  public var csv: String { CSV.report(of: [row]) }

  private var row: StressRow {
    var measured = Measurements()
    measured.tally = tally
    measured.threadsStarted = threads
    measured.peakRunning = threads
    measured.wallNanoseconds = wallNanoseconds
    var row = StressRow(
      key: RowKey(strategy: name, scenario: .firstAccess, threads: threads, replicate: 1, threadSource: .pthread),
      run: RunMetadata(id: RunMetadata.idOfTests, startedUTC: utcTimestamp(), toolVersion: "", commit: ""),
      host: HostInfo.ofThisMachine(), seed: 0, status: isHung ? .hung : RowStatus(ending), expected: .sound,
      measured: measured, remark: remark)
    row.grade = verdict == .broken ? .failed : verdict == .tooWeak ? nil : row.deservedGrade
    if verdict == .tooWeak { row.verdict = Verdict(.unknown) }
    if unexpectedTrials > 0 && row.verdict.kind.isSafe { row.verdict = Verdict(.unsafe) }
    return row
  }

  private var tally: Tally {
    var tally = Tally()
    for (instances, count) in trialsByInstances.enumerated() {
      tally.count(count, instances: UInt64(instances))
      tally[.instances] += UInt64(instances) * count
    }
    tally[.trials] = trials
    tally[.accesses] = trials * UInt64(threads)
    tally[.violatingTrials] = violatingTrials
    tally[.multiInstanceTrials] = trialsByInstances.dropFirst(2).reduce(0, +)
    tally[.instancesMax] = mostInstances
    // A caller that gets an error has no instance. The report has no column for values that were not as expected.
    tally[.nilResults] = nils + errors
    tally[.halfBuilt] = halfBuilt
    tally[.inits] = initializations
    tally[.talliedInits] = initializations
    tally[.deinits] = deinitializations
    tally[.lifetimes] = builtTrials
    tally[.liveMax] = trials > 0 ? 1 : 0
    return tally
  }
}
