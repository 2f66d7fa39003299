import Lessons
import Outcomes
import Reports
import Strategies

/// What a lesson tells, as text; each passage ends with an empty line.
struct LessonPage {
  let tool: String
  let course: Course
  let width: Int
  let color: Bool
  /// Without what another run, machine or version would show otherwise.
  let leavesOutFigures: Bool

  func text(of passage: Passage) -> String { body(of: passage) + "\n" }

  private func body(of passage: Passage) -> String {
    switch passage {
    case .title(let lesson): title(of: lesson)
    case .paragraph(let text): paragraph(text)
    case .source(let entry): source(of: entry)
    case .file(let file): paragraph("\(file.source.name).swift: \(file.idea)") + "\n" + code(of: file.source)
    case .question(let prediction): question(prediction)
    case .race(let rows, let figures): race(rows, figures)
    case .check(let row, let isDrawn):
      CheckAccount(row).text(width: width, color: color, drawing: isDrawn, numbersLines: !leavesOutFigures)
    case .litmus(let experiment, let counts): program(experiment, counts)
    case .demonstration(let demonstration): findings(of: demonstration)
    case .claim(let claim, let judgement): verdict(on: claim, judgement)
    case .answer(let prediction, let guess, let why): answer(to: prediction, guess, why)
    case .end(let lesson, let judgements): end(of: lesson, judgements)
    }
  }

  private func paragraph(_ text: String) -> String { TextLayout.paragraph(text, width: width) }

  private func title(of lesson: Lesson) -> String {
    paragraph("Lesson \(course.number(of: lesson)) of \(course.lessons.count). \(lesson.title)")
  }

  /// With the documents that have it.
  private func source(of entry: CatalogEntry) -> String {
    let card = entry.card
    let place = card.source.isEmpty ? "" : " (\(card.source))"
    let documents = SourceDocument.cited(in: card.source).map { (term: $0.number, meaning: $0.title) }
    return paragraph("\(card.id)\(place): \(card.idea)")
      + TextLayout.definitions(documents, width: width) + (entry.source.map { "\n" + code(of: $0) } ?? "")
  }

  private func code(of source: SourceText) -> String {
    SourceExcerpt(source.lines, from: .declaration).text(width: width, numbersLines: !leavesOutFigures)
  }

  private func question(_ prediction: Prediction) -> String {
    let choices = prediction.choices.enumerated().map { (term: Prediction.letter($0), meaning: $1.text) }
    return paragraph("What do you expect? " + prediction.question) + TextLayout.definitions(choices, width: width)
  }

  private func race(_ rows: [StressRow], _ figures: TableFigures) -> String {
    RunTable(rows, showing: leavesOutFigures ? .outcome : figures).text(width: width, color: color)
  }

  private func program(_ experiment: LitmusExperiment, _ counts: LitmusCounts) -> String {
    let threads = experiment.threads.enumerated().map { index, instructions in
      (term: "thread \(index + 1)", meaning: instructions.joined(separator: "; "))
    }
    let all = Figure.counted(counts.executions + counts.stuckExecutions, "execution")
    return TextLayout.definitions(threads, width: width) + "\n"
      + paragraph(
        "\(experiment.name), \(all): \(Figure.grouped(counts.stuckExecutions)) stuck, with threads that wait for ever")
  }

  private func findings(of demonstration: Demonstration) -> String {
    let lines = demonstration.findings.map { (term: $0.what, meaning: $0.outcome) }
    return paragraph(demonstration.title) + TextLayout.definitions(lines, width: width, widestTerm: 32)
  }
}
