import SingletonCore
import SingletonMemoryModels
import SingletonStrategyKit
import TestSupport

import struct SingletonCore.Expectation

@testable import SingletonCourse

/// A runner that returns given results for every experiment.
struct ScriptedRunner: ExperimentRunner {
  var rows: [StressRow] = []
  /// Makes the rows of an experiment, if they are not always the same.
  var rowsOf: ((StressExperiment) -> [StressRow])?
  var check: CheckRow?
  var endings: [LitmusEnding] = []

  func strategy(_ id: String) throws -> CatalogEntry { throw Missing() }
  func source(_ file: String) throws -> SourceText { throw Missing() }
  func run(_ experiment: StressExperiment) -> [StressRow] { rowsOf?(experiment) ?? rows }

  func check(_ experiment: CheckExperiment) throws -> CheckRow {
    guard let check else { throw Missing() }
    return check
  }

  func explore(_ experiment: LitmusExperiment) -> [LitmusEnding] { endings }

  struct Missing: Error {}
}

/// A presenter that keeps all events, and always makes the same prediction.
final class ScriptedPresenter: LessonPresenter {
  private(set) var events: [LessonEvent] = []
  private let guess: Int?

  init(guess: Int? = nil) { self.guess = guess }

  func handle(_ event: LessonEvent) { events.append(event) }
  func predict(_ prediction: Prediction) -> Int? { guess }
}

func stressRow(
  _ grade: Grade?, strategy: String = "raced", expected: Expectation = .sound, status: RowStatus = .ok,
  threads: Int = 2, cores: Int = 2,
  build: String = "release", access: Double? = nil, floor: Double = 1, threadsAtOnce: Double = 2,
  tally change: (inout Tally) -> Void = { _ in }
) -> StressRow {
  var measured = Measurements()
  measured.wallNanoseconds = 1_000_000
  measured.cpuNanoseconds = UInt64(threadsAtOnce * 1_000_000)
  measured.access = access.map { .sample($0, floor: floor) }
  measured.tally[.trials] = 1_000
  change(&measured.tally)
  return .sample(
    strategy, expected, status: status, grade: grade, measured: measured, threads: threads,
    host: HostInfo(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: build, sanitizer: ""))
}

func checkRow(
  _ verdict: CheckVerdict, _ grade: Grade, finds found: Set<Defect> = [], strongest: MemoryModel? = nil
) -> CheckRow {
  var row = CheckRow(strategy: "checked", scenario: .firstAccess, threads: 2, model: .rc11, expected: .sound)
  row.verdict = verdict
  row.found = found
  row.grade = grade
  row.counterexample = strongest.map { model in
    var example = Counterexample()
    example.strongestModel = model
    return example
  }
  return row
}
