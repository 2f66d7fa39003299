import SingletonCommands
import SingletonCore
import SingletonDrawings
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
    case .title(let lesson):
      paragraph("Lesson \(course.number(of: lesson)) of \(course.lessons.count). \(lesson.title)")
    case .paragraph(let text): paragraph(text)
    case .source(let entry): source(of: entry)
    case .file(let source, let idea): paragraph("\(source.name): \(idea)") + "\n" + code(of: source)
    case .question(let prediction): question(prediction)
    case .run(let rows, let figures): run(rows, figures)
    case .check(let row, let isDrawn):
      row.summary(width: width, color: color, drawing: isDrawn, numbersLines: !omitNumbers)
    case .litmus(let experiment, let endings): program(experiment, endings)
    case .demonstration(let title, let findings):
      paragraph(title) + TextLayout.definitions(findings.map { ($0, $1) }, width: width, widestTerm: 32)
    case .claim(let claim, let judgment, let next): verdict(on: claim, judgment, next)
    case .answer(let prediction, let guess, let why): answer(to: prediction, guess, why)
    case .end(let lesson, let judgments): end(of: lesson, judgments)
    }
  }

  private func paragraph(_ text: String) -> String { TextLayout.paragraph(text, width: width) }

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

  private func program(_ experiment: LitmusExperiment, _ endings: [LitmusEnding]) -> String {
    let drawings = (experiment.isDrawn ? endings : []).map {
      "\n" + CounterexampleDrawing($0.example, width: width, color: color, numbersLines: !omitNumbers).text
    }
    return TextLayout.definitions(experiment.steps, width: width) + "\n"
      + paragraph(experiment.sentence(on: endings))
      + TextLayout.definitions(endings.map { ($0.values, "seen by " + $0.model.machines) }, width: width)
      + drawings.joined()
  }
}

// MARK: - Judgments, answers and the ending

extension LessonText {
  private func verdict(on claim: Claim, _ judgment: Judgment, _ next: String?) -> String {
    // Whether times can be judged depends on the machine and the build.
    let isFree = omitNumbers && claim.evidence.isOfTimes && !judgment.isFailure
    let lines =
      isFree ? [("timing claim", claim.sentence)] : judgment.lines(on: claim, next: next.map { "\(tool) \($0)" })
    return TextLayout.definitions(lines.map { ($0.term + ":", $0.meaning) }, width: width)
  }

  private func answer(to prediction: Prediction, _ guess: Int?, _ why: String) -> String {
    paragraph([prediction.answer, guess.map(prediction.reply), why].compactMap(\.self).joined(separator: " "))
  }

  private func end(of lesson: Lesson, _ judgments: [Judgment]) -> String {
    let next = course.lesson(after: lesson).map { "\n    \(tool) learn \($0.id)\n" }
    return paragraph(course.ending(of: lesson, judgments)) + (next ?? "")
  }
}

extension Judgment {
  /// Returns what the judgment says of a claim, term by term.
  ///
  /// - Parameter next: The command that looks closer, or `nil` if there is none.
  func lines(on claim: Claim, next: String?) -> [(term: String, meaning: String)] {
    switch self {
    case .seen: [("seen", claim.sentence)]
    case .beyondThisMachine(let reason): [("cannot be seen here", claim.sentence), ("because", reason)]
    case .notSeen(let expected, let got):
      [("NOT SEEN", claim.sentence), ("expected", expected), ("got", got)]
        + (next.map { [("next", $0)] } ?? [])
    }
  }
}

extension Course {
  /// Returns how many claims there were, how many failed, and how the lesson closes.
  func ending(of lesson: Lesson, _ judgments: [Judgment]) -> String {
    let missed = judgments.count(where: \.isFailure)
    return HumanFormat.counted(judgments.count, "claim") + (missed == 0 ? ", none failed. " : ", \(missed) FAILED. ")
      + (self.lesson(after: lesson) == nil ? "That was the last lesson. " : "Next: ") + lesson.closing
  }
}
