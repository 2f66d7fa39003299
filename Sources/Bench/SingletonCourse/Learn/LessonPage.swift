import SingletonCommands
import SingletonCore
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

/// A lesson as a page, made from the same events as its text: a part for each step, which can be shown as a slide.
final class LessonPage: LessonPresenter {
  private let invocation: Invocation
  private let course: Course
  private let lesson: Lesson
  private let files: LessonFiles
  private var parts: [(title: String, content: [Markup], isDrawn: Bool)] = []
  /// Paragraphs that belong to the next part.
  private var paragraphs: [Markup] = []

  init(_ lesson: Lesson, of course: Course, files: LessonFiles, in invocation: Invocation) {
    self.invocation = invocation
    self.course = course
    self.lesson = lesson
    self.files = files
  }

  private var tool: String { invocation.tool.name }
  private var catalog: Catalog { invocation.catalog }

  var text: String {
    let header: Markup = .element(
      "header", [:],
      .element("p", ["class": "note"], [.text(course.place(of: lesson))] + files.linkToCourse),
      .element("h1", text: lesson.title))
    return PageDocument(
      title: "\(lesson.title) (\(tool))", header: header,
      parts: parts.enumerated().map {
        PageDocument.Part(id: "part-\($0 + 1)", title: $1.title, content: $1.content)
      }, isPresented: true
    ).text
  }

  /// Returns no answer, because the page asks its readers later.
  func predict(_ prediction: Prediction) -> Int? { nil }

  func handle(_ event: LessonEvent) {
    switch event {
    case .title: break
    case .paragraph(let text): paragraphs.append(paragraph(text))
    case .source(let entry): add("The code", source(of: entry))
    case .file(let source, let idea):
      add("The code", [paragraph("\(source.name): \(idea)"), listing(source.name, source)])
    case .question(let prediction):
      add(questionCount == 0 ? "What do you expect?" : "Another question", question(prediction))
    case .run(let rows, let figures):
      add(
        "The race",
        RaceView.markup(rows, showing: figures, id: "drawing-\(parts.count)")
          + (rows.shortage.map { [paragraph($0)] } ?? []))
    case .check(let row, let isDrawn):
      add("Every execution", check(row, isDrawn: isDrawn), isDrawn: isDrawn && row.counterexample != nil)
    case .litmus(let experiment, let endings):
      add(
        experiment.name,
        [
          definitions(experiment.steps), paragraph(experiment.sentence(on: endings)),
          definitions(endings.map(\.line)),
        ])
      // A slide steps through one execution.
      for ending in endings where experiment.isDrawn {
        add(
          ending.values, ExecutionView(ending.example, listings: []).markup(label: "Steps: \(ending.values)"),
          isDrawn: true)
      }
    case .demonstration(let title, let findings): add("A small program", [paragraph(title), definitions(findings)])
    case .claim(let claim, let judgment, let next):
      // A slide with an execution has no room for more.
      if parts.last?.isDrawn == true { add("What it shows", []) }
      extend(verdict(on: claim, judgment, next))
    case .answer(let prediction, _, let why): add("The answer", answer(to: prediction, why))
    case .end(let lesson, let judgments): add("What comes next", end(of: lesson, judgments))
    }
  }

  // MARK: - Parts

  /// Adds a part, preceded by the paragraphs that lead to it. The paragraphs at the beginning become a separate part.
  private func add(_ title: String, _ content: [Markup], isDrawn: Bool = false) {
    if parts.isEmpty && !paragraphs.isEmpty {
      parts.append(("The idea", paragraphs, false))
      paragraphs = []
    }
    parts.append((title, paragraphs + content, isDrawn))
    paragraphs = []
  }

  private func extend(_ content: [Markup]) {
    if parts.isEmpty { add("The idea", []) }
    parts[parts.count - 1].content += paragraphs + content
    paragraphs = []
  }

  /// Returns a paragraph of the text, whose line breaks are not preserved.
  private func paragraph(_ text: String) -> Markup {
    .element("p", text: text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private func listing(_ title: String, _ source: SourceText) -> Markup {
    SourceExcerpt(source.lines, from: .declaration).markup(title: title)
  }

  /// Returns the idea, and the code of an application next to the code that is raced and checked, unless they are one.
  private func source(of entry: CatalogEntry) -> [Markup] {
    let info = entry.info
    let plain = catalog.plainSwift(of: info).map { listing("in plain Swift", $0) }
    let raced = catalog.code(of: entry).map { listing("\($0.name), which is raced and checked", $0) }
    let code = entry.ownForm == .plain ? [plain] : [plain, raced]
    return [paragraph(info.idAndIdea), .element("div", ["class": "pair"], code.compactMap(\.self))]
  }

  private func check(_ row: CheckRow, isDrawn: Bool) -> [Markup] {
    let sentences =
      [paragraph(row.summary(width: .max, drawing: false))]
      + (row.remedy.map { [paragraph($0.words), .element("pre", text: $0.command)] } ?? [])
    guard isDrawn, let example = row.counterexample else { return sentences }
    return sentences
      + ExecutionView(example, listings: catalog.listings(of: row)).markup(label: "Steps: \(row.title)")
  }

  private func definitions(_ lines: [(String, String)]) -> Markup {
    .element(
      "dl", [:],
      lines.flatMap { [.element("dt", text: $0), .element("dd", text: $1)] })
  }

  private func verdict(on claim: Claim, _ judgment: Judgment, _ next: String?) -> [Markup] {
    let tone: StyledText.Tone =
      switch judgment {
      case .seen: .good
      case .beyondThisMachine: .weak
      case .notSeen: .bad
      }
    return [
      .element(
        "div", ["class": "claim \(tone.rawValue)"], .chip(tone), definitions(judgment.lines(on: claim, next: next)))
    ]
  }

  // MARK: - Questions

  /// The number of questions so far, from which the latest question gets its name in the page.
  private var questionCount = 0

  private func question(_ prediction: Prediction) -> [Markup] {
    questionCount += 1
    let choices: [Markup] = prediction.choices.enumerated().map { index, choice in
      .element(
        "p", [:],
        .element(
          "label", [:],
          .element("input", ["type": "radio", "name": "question-\(questionCount)", "value": Prediction.letter(index)]),
          .text(" \(Prediction.letter(index)): \(choice.text)")))
    }
    let said: Markup = .element("div", ["role": "status"], replies(prediction.choices.indices, prediction.assessment))
    return [
      .element(
        "fieldset", ["data-question": "question-\(questionCount)"],
        [.element("legend", text: prediction.question)] + choices + [said])
    ]
  }

  /// Returns a reply to each choice. The page's script shows the reply to the choice that was made.
  private func replies(_ choices: Range<Int>, _ text: (Int) -> String) -> [Markup] {
    choices.map { index in
      .element("p", ["class": "reply", "data-choice": Prediction.letter(index), "hidden": "hidden"], text: text(index))
    }
  }

  /// Returns the answer, which is hidden until a reader opens it.
  private func answer(to prediction: Prediction, _ why: String) -> [Markup] {
    [
      paragraph(prediction.question),
      .element(
        "details", ["class": "answer", "data-question": "question-\(questionCount)"],
        [.element("summary", text: "Show the answer")] + replies(prediction.choices.indices, prediction.reply)
          + [.element("p", [:], .element("strong", text: prediction.answer)), paragraph(why)]),
    ]
  }

  private func end(of lesson: Lesson, _ judgments: [Judgment]) -> [Markup] {
    let ending = paragraph(course.ending(of: lesson, judgments))
    guard let next = course.lesson(after: lesson) else { return [ending] }
    return [ending] + files.linkToNext(next)
      + [.element("p", [:], .element("code", text: "\(tool) learn \(next.id)"))]
  }
}
