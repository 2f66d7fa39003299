/// How a lesson came out.
package enum LessonOutcome: Sendable {
  /// What it says is what was seen, as far as this machine can show it.
  case held
  case claimFailed
  case interrupted
}

/// Goes through a lesson part by part: runs what is to be run, judges what is claimed, and tells it all.
package struct LessonRun {
  private let lesson: Lesson
  private let laboratory: any Laboratory
  private let audience: any Audience
  private var notebook = Notebook()
  private var judgements: [Judgement] = []
  /// The question that waits for its answer, and what the reader said.
  private var question: (prediction: Prediction, guess: Int?)?

  package init(_ lesson: Lesson, in laboratory: any Laboratory, before audience: any Audience) {
    self.lesson = lesson
    self.laboratory = laboratory
    self.audience = audience
  }

  package mutating func perform() throws -> LessonOutcome {
    try audience.hear(.title(lesson))
    for part in lesson.parts {
      try perform(part)
      if notebook.isInterrupted { return .interrupted }
    }
    try audience.hear(.end(lesson, judgements))
    return judgements.contains(where: \.isFailure) ? .claimFailed : .held
  }

  private mutating func perform(_ part: Part) throws {
    switch part {
    case .says(let text): try audience.hear(.paragraph(text))
    case .shows(let strategy): try audience.hear(.source(laboratory.strategy(strategy)))
    case .showsFile(let file): try audience.hear(.file(file))
    case .demonstrates(let demonstration): try audience.hear(.demonstration(demonstration))
    case .asks(let prediction): try ask(prediction)
    case .races(let experiment): try race(experiment)
    case .checks(let experiment): try check(experiment)
    case .explores(let experiment): try explore(experiment)
    case .claims(let claim): try judge(claim)
    case .answers(let why): try answer(why)
    }
  }

  private mutating func ask(_ prediction: Prediction) throws {
    try audience.hear(.question(prediction))
    question = (prediction, try audience.predict(prediction))
  }

  private mutating func race(_ experiment: StressExperiment) throws {
    let rows = try laboratory.race(experiment)
    notebook.note(rows)
    try audience.hear(.race(rows, experiment.figures))
  }

  private mutating func check(_ experiment: CheckExperiment) throws {
    let row = try laboratory.check(experiment)
    notebook.note(row)
    try audience.hear(.check(row, isDrawn: experiment.isDrawn))
  }

  private mutating func explore(_ experiment: LitmusExperiment) throws {
    let counts = try laboratory.explore(experiment)
    notebook.note(counts, of: experiment.name)
    try audience.hear(.litmus(experiment, counts))
  }

  private mutating func judge(_ claim: Claim) throws {
    let judgement = claim.evidence.judge(notebook)
    judgements.append(judgement)
    try audience.hear(.claim(claim, judgement))
  }

  private mutating func answer(_ why: String) throws {
    guard let question else { return }
    try audience.hear(.answer(question.prediction, guess: question.guess, why: why))
    self.question = nil
  }
}

extension Judgement {
  package var isFailure: Bool { if case .notSeen = self { true } else { false } }
}
