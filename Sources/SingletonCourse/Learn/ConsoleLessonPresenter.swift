import SingletonCommands
import SingletonTextFormats

/// A presenter that writes a lesson to the console. On a terminal, it asks for predictions, and waits after each
/// experiment until the reader continues.
final class ConsoleLessonPresenter: LessonPresenter {
  /// An error that is thrown when the reader quits.
  struct Quit: Error {}

  private let lessonText: LessonText
  private let console: Console
  private let mayAsk: Bool
  /// The text written so far, screen by screen; the last screen is not complete.
  private var screens = [""]
  /// Whether the reader has results to look at.
  private var hasResults = false
  private var guesses: (asked: Int, right: Int) = (0, 0)

  init(_ settings: LearnCommand.Settings, of course: Course, in invocation: Invocation) {
    console = invocation.console
    mayAsk = !settings.noPause && console.isInteractive
    lessonText = LessonText(
      tool: invocation.tool.name, course: course, catalog: invocation.catalog,
      width: console.textColumns,
      color: settings.color.wantsColor(on: console.output, in: console),
      omitNumbers: settings.omitNumbers)
  }

  func handle(_ event: LessonEvent) throws {
    if case .claim = event {} else { try pause() }
    switch event {
    case .title: (screens, guesses) = ([""], (0, 0))
    case .run, .check, .litmus, .demonstration: hasResults = true
    case .paragraph, .source, .file, .question, .claim, .answer, .end: break
    }
    try write(lessonText.text(of: event))
    if case .end = event, guesses.asked > 0 {
      let questions = HumanFormat.counted(guesses.asked, "prediction")
      try write("You made \(questions), \(guesses.right) of them right.\n")
    }
  }

  private func write(_ text: String) throws {
    screens[screens.count - 1] += text
    try console.output.write(text)
  }

  // MARK: - Waiting

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
