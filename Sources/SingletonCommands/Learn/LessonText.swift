import SingletonCore
import SingletonDrawings
import SingletonLessons
import SingletonModelChecker
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

/// The text of a lesson's events; each ends with an empty line.
struct LessonText {
  let tool: String
  let course: Course
  let catalog: Catalog
  let width: Int
  let color: Bool
  /// Whether to omit what differs between runs, machines or versions.
  let omitNumbers: Bool

  func text(of event: LessonEvent) -> String { body(of: event) + "\n" }

  private func body(of event: LessonEvent) -> String {
    switch event {
    case .title(let lesson): title(of: lesson)
    case .paragraph(let text): paragraph(text)
    case .source(let entry): source(of: entry)
    case .file(let file, let source): paragraph("\(source.name): \(file.idea)") + "\n" + code(of: source)
    case .question(let prediction): question(prediction)
    case .run(let rows, let figures): run(rows, figures)
    case .check(let row, let isDrawn):
      row.summary(width: width, color: color, drawing: isDrawn, numbersLines: !omitNumbers)
    case .litmus(let experiment, let result): program(experiment, result)
    case .demonstration(let demonstration): findings(of: demonstration)
    case .claim(let claim, let judgment): verdict(on: claim, judgment)
    case .answer(let prediction, let guess, let why): answer(to: prediction, guess, why)
    case .end(let lesson, let judgments): end(of: lesson, judgments)
    }
  }

  private func paragraph(_ text: String) -> String { TextLayout.paragraph(text, width: width) }

  private func title(of lesson: Lesson) -> String {
    paragraph("Lesson \(course.number(of: lesson)) of \(course.lessons.count). \(lesson.title)")
  }

  /// Returns a strategy's idea, the documents that contain it, and its code.
  private func source(of entry: CatalogEntry) -> String {
    let info = entry.info
    let place = info.citations.isEmpty ? "" : " (\(info.citations.joined))"
    let documents = catalog.documents(citedBy: info).map { (term: $0.name, meaning: $0.subject) }
    return paragraph("\(info.id)\(place): \(info.idea)")
      + TextLayout.definitions(documents, width: width) + (catalog.sources[info.file].map { "\n" + code(of: $0) } ?? "")
  }

  private func code(of source: SourceText) -> String {
    SourceExcerpt(source.lines, from: .declaration).text(width: width, numbersLines: !omitNumbers)
  }

  private func question(_ prediction: Prediction) -> String {
    let choices = prediction.choices.enumerated().map { (term: Prediction.letter($0), meaning: $1.text) }
    return paragraph("What do you expect? " + prediction.question) + TextLayout.definitions(choices, width: width)
  }

  private func run(_ rows: [StressRow], _ figures: TableFigures) -> String {
    let shortage = omitNumbers ? nil : rows.shortage
    return RunTable(rows, showing: omitNumbers ? .outcome : figures).text(width: width, color: color)
      + (shortage.map { "\n" + paragraph($0) } ?? "")
  }

  private func program(_ experiment: LitmusExperiment, _ result: LitmusResult) -> String {
    let program = TextLayout.definitions(experiment.steps, width: width) + "\n"
    guard !experiment.observed.isEmpty else { return program + paragraph(experiment.sentence(of: result.tally)) }
    let outcomes = result.outcomes.map { (term: $0.values, meaning: "seen by " + $0.model.machines) }
    let drawings = experiment.isDrawn ? result.outcomes.map { "\n" + drawing($0.example) } : []
    return program + paragraph(experiment.sentence(of: result.outcomes))
      + TextLayout.definitions(outcomes, width: width) + drawings.joined()
  }

  private func drawing(_ example: Counterexample) -> String {
    CounterexampleDrawing(example, width: width, color: color, numbersLines: !omitNumbers).text
  }

  private func findings(of demonstration: Demonstration) -> String {
    let lines = demonstration.findings.map { (term: $0.what, meaning: $0.outcome) }
    return paragraph(demonstration.title) + TextLayout.definitions(lines, width: width, widestTerm: 32)
  }
}
