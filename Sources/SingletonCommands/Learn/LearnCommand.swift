import SingletonArgumentParsing
import SingletonLessons
import SingletonPlatform
import SingletonTextFormats

/// The `learn` command, which runs lessons.
struct LearnCommand: Command {
  struct Settings {
    var lessons: [String] = []
    var all = false
    var noPause = false
    var omitNumbers = false
    var html: String?
    var color = When.auto
  }

  let course: Course

  let name = "learn"
  let abstract = "run lessons that show why singletons break"
  let discussion = [
    "Without a lesson, lists the course. A lesson shows the source of a strategy, asks for a prediction, runs and checks"
      + " the strategy, and explains the results. Its claims are tested against these results; a claim that is not"
      + " confirmed ends with exit code 1.",
    "On a terminal, a lesson waits for the prediction: a letter, a number, the words, or Return to skip. After each"
      + " experiment it waits for Return; b shows the screen before, and q ends the lesson. With --no-pause, or if standard"
      + " input or output is not a terminal, it runs without waiting.",
    "With --html, the lessons become pages, with the same races, proofs and claims: to read, to print, and to show as"
      + " slides. They need no network. A path that ends in .html is the page of one lesson; any other is a folder.",
  ]
  let defaults = Settings()

  var examples: [Example] {
    [Example("learn", "the list of lessons")] + course.ids.prefix(1).map { Example("learn \($0)", "the first lesson") }
      + [
        Example("learn --all --no-pause", "all lessons, without waiting for predictions"),
        Example("learn --html course", "all lessons as pages in a folder"),
      ]
  }

  var argument: Argument<Settings>? {
    Argument(.lesson(of: course), count: 0...(.max), appendsTo: \.lessons)
  }

  var options: [Option<Settings>] {
    [
      Option(flag: "--all", sets: \.all, "run all lessons of the course"),
      Option(flag: "--no-pause", sets: \.noPause, "do not wait for predictions"),
      Option(
        flag: "--no-numbers", sets: \.omitNumbers,
        "omit what differs between runs, machines or versions: counts, times, line numbers"),
      Option(
        "--html", .path("a page for one lesson, or a folder for several"), sets: \.html,
        "write pages instead of text; without a lesson, those of the whole course", default: "none"),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let lessons = try lessons(of: settings)
    if let path = settings.html { return try write(lessons.isEmpty ? course.lessons : lessons, to: path, invocation) }
    try invocation.console.output.requireWritable()
    guard !lessons.isEmpty else {
      try invocation.console.output.write(listing(for: invocation))
      return .passed
    }
    return try perform(lessons, settings, invocation)
  }

  private func lessons(of settings: Settings) throws -> [Lesson] {
    guard settings.all else { return try settings.lessons.map(lesson(called:)) }
    guard settings.lessons.isEmpty else {
      throw CommandError.usage(
        "--all and the lesson \(settings.lessons[0].quoted) are both given", expected: "one of them")
    }
    return course.lessons
  }

  /// Writes each lesson's page as soon as the lesson is over.
  private func write(_ lessons: [Lesson], to path: String, _ invocation: Invocation) throws -> ExitCode {
    let files = try LessonFiles(path, for: lessons, of: course)
    let runner = LessonExperimentRunner(invocation)
    runner.printWarnings(of: lessons)
    var codes: [ExitCode] = []
    for (number, lesson) in lessons.enumerated() {
      let target = try files.target(of: lesson)
      let page = LessonDocument(lesson, of: course, links: files.links(among: lessons), in: invocation)
      var run = LessonRun(lesson, runner: runner, presenter: page)
      let code = ExitCode(try run.perform())
      codes.append(code)
      if code == .interrupted { break }
      try target.write(page.text)
      invocation.console.printMessage("\(number + 1) of \(lessons.count): \(lesson.id)\n")
    }
    let written = Array(lessons.prefix(codes.count { $0 != .interrupted }))
    if !written.isEmpty {
      invocation.console.printFolded("wrote \(try files.finish(written, tool: invocation.tool.name).harmless)\n")
    }
    return ExitCode.worst(of: codes)
  }

  private func perform(_ lessons: [Lesson], _ settings: Settings, _ invocation: Invocation) throws -> ExitCode {
    let runner = LessonExperimentRunner(invocation)
    let presenter = ConsoleLessonPresenter(settings, of: course, in: invocation)
    runner.printWarnings(of: lessons)
    var codes: [ExitCode] = []
    for lesson in lessons where codes.last != .interrupted {
      var run = LessonRun(lesson, runner: runner, presenter: presenter)
      do {
        codes.append(ExitCode(try run.perform()))
      } catch is ConsoleLessonPresenter.Quit {
        break
      }
    }
    return ExitCode.worst(of: codes)
  }

  private func lesson(called name: String) throws -> Lesson {
    if let lesson = course.lesson(called: name) { return lesson }
    throw CommandError.usage(
      "unknown lesson \(name.quoted)", expected: "the id of a lesson, or its number from 1 to \(course.lessons.count)",
      nearest: Suggestions.nearest(toPattern: name, among: course.ids), next: "learn")
  }

  private func listing(for invocation: Invocation) -> String {
    let lines = course.lessons.map { lesson in
      let number = course.number(of: lesson)
      return (term: "\(number < 10 ? " " : "")\(number)  \(lesson.id)", meaning: lesson.title)
    }
    return "The course:\n" + TextLayout.definitions(lines, width: invocation.console.output.columns)
      + "\n"
      + TextLayout.paragraph(
        "To take a lesson: \(invocation.tool.name) learn LESSON, with its id or number.",
        width: invocation.console.output.columns)
  }
}

extension ArgumentValue<String> {
  /// A lesson, by its id or its number.
  fileprivate static func lesson(of course: Course) -> ArgumentValue {
    let text = ArgumentValue.text("LESSON", "the id of a lesson, or its number")
    return ArgumentValue(
      info: ValueInfo(
        placeholder: text.info.placeholder, expected: text.info.expected, completion: .words(course.ids)),
      parse: text.parse, format: text.format)
  }
}

extension ExitCode {
  fileprivate init(_ outcome: LessonOutcome) {
    switch outcome {
    case .passed: self = .passed
    case .claimFailed: self = .failed
    case .interrupted: self = .interrupted
    }
  }
}
