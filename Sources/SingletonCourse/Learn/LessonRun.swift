package import SingletonCommands
package import SingletonCore
package import SingletonLitmus
package import SingletonMemoryModels
package import SingletonPresentation
package import SingletonStrategyKit
import SingletonTextFormats

/// A run of a lesson, which performs its activities, judges its claims, and sends events to the presenter.
package struct LessonRun {
  private let lesson: Lesson
  private let runner: any ExperimentRunner
  private let presenter: any LessonPresenter
  private var results = LessonResults()
  private var judgments: [Judgment] = []
  /// The question that waits for its answer, and the reader's choice.
  private var question: (prediction: Prediction, guess: Int?)?

  package init(_ lesson: Lesson, runner: any ExperimentRunner, presenter: any LessonPresenter) {
    self.lesson = lesson
    self.runner = runner
    self.presenter = presenter
  }

  /// - Returns: Success also if claims cannot be seen on this machine.
  package mutating func perform() throws -> ExitCode {
    try presenter.handle(.title(lesson))
    for activity in lesson.activities {
      try perform(activity)
      if results.isInterrupted { return .interrupted }
    }
    try presenter.handle(.end(lesson, judgments))
    return judgments.contains(where: \.isFailure) ? .failed : .passed
  }

  private mutating func perform(_ activity: Lesson.Activity) throws {
    switch activity {
    case .says(let text): try presenter.handle(.paragraph(text))
    case .shows(let strategy): try presenter.handle(.source(runner.strategy(strategy)))
    case .showsFile(let file): try presenter.handle(.file(file, runner.source(file.file)))
    case .demonstrates(let demonstration): try presenter.handle(.demonstration(demonstration))
    case .asks(let prediction): try ask(prediction)
    case .runs(let experiment): try race(experiment)
    case .checks(let experiment): try check(experiment)
    case .explores(let experiment): try explore(experiment)
    case .claims(let claim): try judge(claim)
    case .answers(let why): try answer(why)
    }
  }

  private mutating func ask(_ prediction: Prediction) throws {
    try presenter.handle(.question(prediction))
    question = (prediction, try presenter.predict(prediction))
  }

  /// Runs an experiment. Rows to which a busy machine has granted few trials run again, 4 and then 16 times as long.
  private mutating func race(_ experiment: StressExperiment) throws {
    var rows = try runner.run(experiment)
    for factor in [4, 16] where rows.contains(where: \.hasFewTrials) && !rows.isInterrupted {
      let longer = experiment.longer(by: factor, of: rows.filter(\.hasFewTrials).map(\.key.strategy))
      rows.replace(with: try runner.run(longer))
    }
    results.note(rows)
    try presenter.handle(.run(rows, experiment.figures))
  }

  private mutating func check(_ experiment: CheckExperiment) throws {
    let row = try runner.check(experiment)
    results.note(row)
    try presenter.handle(.check(row, isDrawn: experiment.isDrawn))
  }

  private mutating func explore(_ experiment: LitmusExperiment) throws {
    let result = try runner.explore(experiment)
    results.note(result, of: experiment.name)
    try presenter.handle(.litmus(experiment, result))
  }

  private mutating func judge(_ claim: Claim) throws {
    let judgment = claim.evidence.judge(results)
    judgments.append(judgment)
    try presenter.handle(.claim(claim, judgment))
  }

  private mutating func answer(_ why: String) throws {
    guard let question else { return }
    try presenter.handle(.answer(question.prediction, guess: question.guess, why: why))
    self.question = nil
  }
}

/// The results of a lesson's experiments so far.
struct LessonResults: Sendable {
  private var rows: [StressRow] = []
  private var checks: [CheckRow] = []
  private var programs: [String: LitmusResult] = [:]

  mutating func note(_ rows: [StressRow]) { self.rows += rows }
  mutating func note(_ row: CheckRow) { checks.append(row) }
  mutating func note(_ result: LitmusResult, of program: String) { programs[program] = result }

  /// Whether a run was interrupted.
  var isInterrupted: Bool { rows.isInterrupted }

  /// Returns the rows of a strategy, one for each number of threads.
  func runs(of strategy: String, in scenario: Scenario) -> [StressRow] {
    rows.filter { $0.key.strategy == strategy && $0.key.scenario == scenario.id }
  }

  func run(of strategy: String, threads: Int) -> StressRow? {
    rows.first { $0.key.strategy == strategy && $0.key.threads == threads }
  }

  func result(of program: String) -> LitmusResult? { programs[program] }

  /// Returns the latest check of a strategy.
  func check(of strategy: String, in scenario: Scenario) -> CheckRow? {
    checks.last { $0.strategy == strategy && $0.scenario == scenario.id }
  }
}

// MARK: - Rows with few trials

extension StressRow {
  /// Whether the row ended well but has so few trials that they say little, as on a busy machine.
  package var hasFewTrials: Bool {
    guard status == .ok, let measured else { return false }
    return measured.tally[.trials] < Verdict.fewTrials
  }
}

extension [StressRow] {
  var isInterrupted: Bool { contains { $0.status == .interrupted } }

  /// Replaces the rows of which there are longer ones.
  mutating func replace(with longer: [StressRow]) {
    self = map { row in longer.first { $0.key == row.key } ?? row }
  }

  /// A sentence on the rows that have few trials although they ran longer, or `nil` if there are none.
  package var shortage: String? {
    let few = filter(\.hasFewTrials).map { row in
      "\(HumanFormat.counted(row.measured?.tally[.trials] ?? 0, "trial")) of \(row.key.strategy)"
        + " with \(HumanFormat.counted(row.key.threads, "thread"))"
    }
    guard !few.isEmpty else { return nil }
    return "Only \(few.joined(separator: ", ")): this machine is busy, and so few trials say little."
  }
}

// MARK: - Events

/// Presents the events of a lesson, and asks the reader.
package protocol LessonPresenter {
  func handle(_ event: LessonEvent) throws
  /// Returns the index of the reader's choice, or `nil` if there is no answer.
  func predict(_ prediction: Prediction) throws -> Int?
}

/// An event that occurs in a lesson.
package enum LessonEvent: Sendable {
  case title(Lesson)
  case paragraph(String)
  case source(CatalogEntry)
  case file(ShownSource, SourceText)
  case question(Prediction)
  case run([StressRow], TableFigures)
  case check(CheckRow, isDrawn: Bool)
  case litmus(LitmusExperiment, LitmusResult)
  case demonstration(Demonstration)
  case claim(Claim, Judgment)
  /// The answer, and the index of the reader's choice, or `nil` if there was none.
  case answer(Prediction, guess: Int?, why: String)
  case end(Lesson, [Judgment])
}

// MARK: - Experiments

/// Runs the experiments of a lesson.
package protocol ExperimentRunner {
  func strategy(_ id: String) throws -> CatalogEntry
  func source(_ file: String) throws -> SourceText
  func run(_ experiment: StressExperiment) throws -> [StressRow]
  func check(_ experiment: CheckExperiment) throws -> CheckRow
  func explore(_ experiment: LitmusExperiment) throws -> LitmusResult
}

/// The result of exploring a litmus program.
package struct LitmusResult: Sendable {
  /// One outcome, with the execution that is easiest to follow among those that have it.
  package struct Outcome: Sendable {
    /// The values as `litmus` spells them, such as `1:r0=1,1:r1=0`.
    package let values: String
    /// The strongest memory model that allows it.
    package let model: MemoryModel
    package let example: Counterexample

    package init(_ values: String, from model: MemoryModel, example: Counterexample) {
      self.values = values
      self.model = model
      self.example = example
    }
  }

  /// The executions under RC11.
  package let tally: LitmusTally
  /// The outcomes of what is observed, those of the strongest model first.
  package let outcomes: [Outcome]

  package init(_ tally: LitmusTally, outcomes: [Outcome] = []) {
    self.tally = tally
    self.outcomes = outcomes
  }
}
