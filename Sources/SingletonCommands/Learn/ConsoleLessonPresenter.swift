import SingletonLessons

/// A presenter that writes a lesson to the console, and asks for predictions on a terminal.
struct ConsoleLessonPresenter: LessonPresenter {
  private let page: LessonPage
  private let console: Console
  private let mayAsk: Bool

  init(_ settings: LearnCommand.Settings, of course: Course, in invocation: Invocation) {
    console = invocation.console
    mayAsk = !settings.noPause && console.isInteractive
    page = LessonPage(
      tool: invocation.tool.name, course: course, catalog: invocation.catalog,
      width: console.textColumns,
      color: settings.color.wantsColor(on: console.output, in: console),
      omitNumbers: settings.omitNumbers)
  }

  func handle(_ event: LessonEvent) throws { try console.output.write(page.text(of: event)) }

  func predict(_ prediction: Prediction) -> Int? {
    guard mayAsk else { return nil }
    console.printMessage("Your prediction (a letter, or Return to skip): ")
    defer { console.printMessage("\n") }
    while let answer = console.input.line(), answer.contains(where: { !$0.isWhitespace }) {
      if let guess = prediction.index(of: answer) { return guess }
      console.printMessage("Please answer \(prediction.lettersInWords), or press Return to skip: ")
    }
    return nil
  }
}
