import Lessons
import Outcomes
import Strategies

/// Answers every experiment with what it was told.
struct ScriptedLaboratory: Laboratory {
  var race: [StressRow] = []
  var check: CheckRow?
  var counts = LitmusCounts(executions: 0, stuckExecutions: 0, hasRace: false, outcomes: [])

  func strategy(_ id: String) throws -> CatalogEntry { throw Missing() }
  func race(_ experiment: StressExperiment) -> [StressRow] { race }

  func check(_ experiment: CheckExperiment) throws -> CheckRow {
    guard let check else { throw Missing() }
    return check
  }

  func explore(_ experiment: LitmusExperiment) -> LitmusCounts { counts }

  struct Missing: Error {}
}

/// Keeps what it hears, and always predicts the same.
final class ScriptedAudience: Audience {
  private(set) var passages: [Passage] = []
  private let guess: Int?

  init(guess: Int? = nil) { self.guess = guess }

  func hear(_ passage: Passage) { passages.append(passage) }
  func predict(_ prediction: Prediction) -> Int? { guess }
}

/// A race row by hand; the strategy has no name of the catalogue.
func raceRow(
  _ grade: Grade?, expected: Expectation = .sound, status: RowStatus = .ok, threads: Int = 2, cores: Int = 2,
  build: String = "release", access: Double? = nil, threadsAtOnce: Double = 2,
  tally change: (inout Tally) -> Void = { _ in }
) -> StressRow {
  var measured = Measured(
    tally: Tally(), cells: 64, threadsStarted: threads, peakRunning: threads, wallNanoseconds: 1_000_000,
    cpuNanoseconds: UInt64(threadsAtOnce * 1_000_000),
    access: access.map { AccessTiming(min: $0, p50: $0, p90: $0, p99: $0, floor: 1, batches: 1, batchSize: 1) })
  measured.tally[.trials] = 1_000
  change(&measured.tally)
  return StressRow(
    key: RowKey(
      strategy: "raced", scenario: .firstAccess, threads: threads, replicate: 1, engine: .dispatch,
      initializerCost: .none, catalogIndex: 0),
    run: RunFacts(id: "", startedUTC: "", toolVersion: "", commit: ""),
    host: HostFacts(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: build, sanitizer: ""),
    seed: 1, status: status, expected: expected, measured: measured, grade: grade)
}

func checkRow(
  _ verdict: CheckVerdict, _ grade: Grade, finds found: Set<CheckFinding> = [], weakest: ModelName? = nil
) -> CheckRow {
  CheckRow(
    strategy: "checked", scenario: .firstAccess, threads: 2, model: .rc11, verdict: verdict, found: found,
    expected: .sound, grade: grade, weakestModel: weakest)
}
