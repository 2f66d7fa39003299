package import SingletonCommands
package import SingletonCore
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

  /// - Returns: Success, even if claims cannot be seen on this machine.
  package mutating func perform() throws -> ExitCode {
    try presenter.handle(.title(lesson))
    for activity in lesson.activities {
      try perform(activity)
      if results.rows.isInterrupted { return .interrupted }
    }
    try presenter.handle(.end(lesson, judgments))
    return judgments.contains(where: \.isFailure) ? .failed : .passed
  }

  private mutating func perform(_ activity: Lesson.Activity) throws {
    switch activity {
    case .says(let text): try presenter.handle(.paragraph(text))
    case .shows(let strategy): try presenter.handle(.source(runner.strategy(strategy)))
    case .showsFile(let name, let idea):
      try presenter.handle(.file(runner.source("\(name).swift"), idea: idea))
    case .demonstrates(let title, let findings): try presenter.handle(.demonstration(title, findings()))
    case .asks(let prediction):
      try presenter.handle(.question(prediction))
      question = (prediction, try presenter.predict(prediction))
    case .runs(let experiment):
      let rows = try race(experiment)
      try presenter.handle(.run(rows, experiment.figures))
    case .checks(let experiment):
      let row = try runner.check(experiment)
      results.checks.append(row)
      try presenter.handle(.check(row, isDrawn: experiment.isDrawn))
    case .explores(let experiment):
      let endings = try runner.explore(experiment)
      results.endings = endings
      try presenter.handle(.litmus(experiment, endings))
    case .claims(let claim):
      let judgment = claim.evidence.judge(results)
      judgments.append(judgment)
      try presenter.handle(.claim(claim, judgment, next: claim.evidence.next(after: results)))
    case .answers(let why):
      guard let question else { return }
      self.question = nil
      try presenter.handle(.answer(question.prediction, guess: question.guess, why: why))
    }
  }

  /// Runs an experiment. Rows that got only few trials on a busy machine run again, 4 and then 16 times as long.
  private mutating func race(_ experiment: StressExperiment) throws -> [StressRow] {
    var rows = try runner.run(experiment)
    for factor in [4, 16] where rows.contains(where: \.hasFewTrials) && !rows.isInterrupted {
      let longer = try runner.run(experiment.longer(by: factor, for: rows.filter(\.hasFewTrials)))
      rows = rows.map { row in longer.first { $0.key == row.key } ?? row }
    }
    results.rows += rows
    return rows
  }
}

struct LessonResults: Sendable {
  fileprivate(set) var rows: [StressRow] = []
  fileprivate(set) var checks: [CheckRow] = []
  /// The endings of the most recent litmus program. Endings that the strongest memory model allows come first.
  fileprivate(set) var endings: [LitmusEnding] = []

  /// Returns the rows of a strategy in the scenario of its most recent run, one for each number of threads.
  ///
  /// - Parameter strategy: The strategy, or `nil` for the strategy of the most recent row.
  func runs(of strategy: String?) -> [StressRow] {
    guard let last = rows.last(where: { strategy == nil || $0.key.strategy == strategy }) else { return [] }
    return rows.filter { $0.key.strategy == last.key.strategy && $0.key.scenario == last.key.scenario }
  }

  func run(of strategy: String, threads: Int) -> StressRow? {
    rows.first { $0.key.strategy == strategy && $0.key.threads == threads }
  }
}

// MARK: - Rows with few trials

extension StressRow {
  /// Whether the row ended well but has too few trials to be meaningful, as on a busy machine.
  package var hasFewTrials: Bool {
    guard status == .ok, let measured else { return false }
    return measured.tally[.trials] < Verdict.fewTrials
  }
}

extension [StressRow] {
  var isInterrupted: Bool { contains { $0.status == .interrupted } }

  /// A sentence about the rows that have few trials although they ran longer, or `nil` if there are none.
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

package protocol LessonPresenter {
  func handle(_ event: LessonEvent) throws
  /// Returns the index of the reader's choice, or `nil` if there is no answer.
  func predict(_ prediction: Prediction) throws -> Int?
}

package enum LessonEvent: Sendable {
  case title(Lesson)
  case paragraph(String)
  case source(CatalogEntry)
  case file(SourceText, idea: String)
  case question(Prediction)
  case run([StressRow], TableFigures)
  case check(CheckRow, isDrawn: Bool)
  case litmus(LitmusExperiment, [LitmusEnding])
  case demonstration(String, [Lesson.Finding])
  /// The claim, its judgment, and the command that looks closer, or `nil` if there is none.
  case claim(Claim, Judgment, next: String?)
  /// The answer, and the index of the reader's choice, or `nil` if there was none.
  case answer(Prediction, guess: Int?, why: String)
  case end(Lesson, [Judgment])
}

// MARK: - Experiments

package protocol ExperimentRunner {
  func strategy(_ id: String) throws -> CatalogEntry
  func source(_ file: String) throws -> SourceText
  func run(_ experiment: StressExperiment) throws -> [StressRow]
  func check(_ experiment: CheckExperiment) throws -> CheckRow
  func explore(_ experiment: LitmusExperiment) throws -> [LitmusEnding]
}

/// A way in which a litmus program can end, with the execution that is easiest to follow.
package struct LitmusEnding: Sendable {
  /// The values as `singleton-litmus` spells them, such as `1:r0=1,1:r1=0`.
  package let values: String
  /// The strongest memory model that allows the ending.
  package let model: MemoryModel
  package let example: Counterexample
}
