import SingletonCommands
import SingletonCore
import SingletonDrawings
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

/// A lesson on the console. On a terminal, it asks for predictions, and waits after each experiment until the reader
/// continues.
final class ConsoleLessonPresenter: LessonPresenter {
  /// An error that is thrown when the reader quits.
  struct Quit: Error {}

  private let course: Course
  private let invocation: Invocation
  private let color: Bool
  private let mayAsk: Bool
  /// The text written so far, screen by screen; the last screen is not complete.
  private var screens = [""]
  /// Whether the reader has results to look at.
  private var hasResults = false
  private var guesses: (asked: Int, right: Int) = (0, 0)

  init(_ settings: LearnCommand.Settings, of course: Course, in invocation: Invocation) {
    self.course = course
    self.invocation = invocation
    color = settings.color.wantsColor(on: invocation.console.output, in: invocation.console)
    mayAsk = !settings.noPause && invocation.console.isInteractive
  }

  private var console: Console { invocation.console }
  private var width: Int { console.textColumns }

  func handle(_ event: LessonEvent) throws {
    if case .claim = event {} else { try pause() }
    switch event {
    case .title: (screens, guesses) = ([""], (0, 0))
    case .run, .check, .litmus, .demonstration: hasResults = true
    case .paragraph, .source, .file, .question, .claim, .answer, .end: break
    }
    try write(text(of: event) + "\n")
    if case .end = event, guesses.asked > 0 {
      let questions = HumanFormat.counted(guesses.asked, "prediction")
      try write("You made \(questions), \(guesses.right) of them right.\n")
    }
  }

  private func write(_ text: String) throws {
    screens[screens.count - 1] += text
    try console.output.write(text)
  }
}

// MARK: - Texts

extension ConsoleLessonPresenter {
  private func text(of event: LessonEvent) -> String {
    switch event {
    case .title(let lesson):
      paragraph("\(course.place(of: lesson)). \(lesson.title)")
    case .paragraph(let text): paragraph(text)
    case .source(let entry): source(of: entry)
    case .file(let source, let idea): paragraph("\(source.name): \(idea)") + "\n" + code(of: source)
    case .question(let prediction):
      paragraph("What do you expect? " + prediction.question)
        + definitions(prediction.choices.enumerated().map { (Prediction.letter($0), $1.text) })
    case .run(let rows, let figures): run(rows, figures)
    case .check(let row, let isDrawn):
      row.summary(width: width, color: color, drawing: isDrawn)
        + (row.remedy.map { "\n" + paragraph($0.words) + "\n    \($0.command)\n" } ?? "")
    case .litmus(let experiment, let endings): program(experiment, endings)
    case .demonstration(let title, let findings):
      paragraph(title) + TextLayout.definitions(findings.map { ($0, $1) }, width: width, widestTerm: 32)
    case .claim(let claim, let judgment, let next): verdict(on: claim, judgment, next)
    case .answer(let prediction, let guess, let why):
      paragraph([prediction.answer, guess.map(prediction.reply), why].compactMap(\.self).joined(separator: " "))
    case .end(let lesson, let judgments):
      paragraph(course.ending(of: lesson, judgments))
        + (course.lesson(after: lesson).map { "\n    \(invocation.tool.name) learn \($0.id)\n" } ?? "")
    }
  }

  private func paragraph(_ text: String) -> String { TextLayout.paragraph(text, width: width) }

  private func definitions(_ lines: [(term: String, meaning: String)]) -> String {
    TextLayout.definitions(lines, width: width)
  }

  /// Returns a strategy's idea, and its code: as an application writes it, and as it is raced and checked, unless they
  /// are one.
  private func source(of entry: CatalogEntry) -> String {
    let catalog = invocation.catalog
    let raced = catalog.code(of: entry).map { code(of: $0) }
    let plain = entry.ownForm == .plain ? nil : catalog.plainSwift(of: entry.info).map { code(of: $0) }
    let both = plain.map { $0 + "\n" + paragraph("What is raced and checked, on the harness's primitives:") + "\n" }
    return paragraph(entry.info.idAndIdea) + "\n" + (both ?? "") + (raced ?? "")
  }

  private func code(of source: SourceText) -> String {
    SourceExcerpt(source.lines, from: .declaration).text(width: width)
  }

  private func run(_ rows: [StressRow], _ figures: TableFigures) -> String {
    RunTable(rows, showing: figures).text(width: width, color: color)
      + (rows.shortage.map { "\n" + paragraph($0) } ?? "")
  }

  private func program(_ experiment: LitmusExperiment, _ endings: [LitmusEnding]) -> String {
    let drawings = (experiment.isDrawn ? endings : []).map {
      "\n" + CounterexampleDrawing($0.example, width: width, color: color).text
    }
    return definitions(experiment.steps) + "\n"
      + paragraph(experiment.sentence(on: endings))
      + definitions(endings.map(\.line))
      + drawings.joined()
  }

  private func verdict(on claim: Claim, _ judgment: Judgment, _ next: String?) -> String {
    definitions(judgment.lines(on: claim, next: next).map { ($0.term + ":", $0.meaning) })
  }
}

// MARK: - Waiting

extension ConsoleLessonPresenter {
  /// Waits until the reader continues, if there are results to look at.
  private func pause() throws {
    guard hasResults && mayAsk else { return }
    hasResults = false
    var shown = screens.count - 1
    while shown < screens.count {
      console.printMessage("Return: go on, b: back, q: quit ")
      guard let answer = console.input.line() else {
        console.printMessage("\n")
        break
      }
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "": shown += 1
      case "b": shown = max(0, shown - 1)
      case "q": throw Quit()
      default: continue
      }
      if shown < screens.count { try console.output.write(screens[shown]) }
    }
    screens.append("")
  }

  func predict(_ prediction: Prediction) throws -> Int? {
    guard mayAsk else { return nil }
    console.printMessage("Your prediction (a letter, Return to skip, q to quit): ")
    defer { console.printMessage("\n") }
    while let answer = console.input.line(), answer.contains(where: { !$0.isWhitespace }) {
      if let guess = prediction.index(of: answer) {
        guesses.asked += 1
        guesses.right += guess == prediction.rightIndex ? 1 : 0
        return guess
      }
      if answer.lowercased().filter({ !$0.isWhitespace }) == "q" { throw Quit() }
      console.printMessage("Please answer \(prediction.lettersInWords), or press Return to skip: ")
    }
    return nil
  }
}
