import Lessons

/// Writes what a lesson tells, and asks the reader at a terminal.
struct LessonAudience: Audience {
  private let page: LessonPage
  private let console: Console
  private let mayAsk: Bool

  /// Longer lines are hard to read.
  private static let mostColumns = 100

  init(_ settings: LearnCommand.Settings, of course: Course, in invocation: Invocation) {
    console = invocation.console
    mayAsk = !settings.pausesNot && console.hasReader
    page = LessonPage(
      tool: invocation.tool.name, course: course, width: min(Self.mostColumns, console.output.columns),
      color: settings.color.wantsColor(on: console.output, in: console),
      leavesOutFigures: settings.leavesOutFigures)
  }

  func hear(_ passage: Passage) throws { try console.output.write(page.text(of: passage)) }

  func predict(_ prediction: Prediction) -> Int? {
    guard mayAsk else { return nil }
    console.say("Your prediction (a letter, or just return): ")
    let guess = console.input.line().flatMap(prediction.index(of:))
    console.say("\n")
    return guess
  }
}
