import SingletonArgumentParsing
import SingletonCommands
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
    var force = false
    var exercise: String?
    var hint: Int?
    var package: String?
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
        Example("learn --exercise one-look", "something to repair, in a folder of that name"),
      ]
  }

  var argument: Argument<Settings>? {
    Argument(
      .text("LESSON", "the id of a lesson, or its number", completing: course.ids), count: 0...(.max),
      appendsTo: \.lessons)
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
      .force(sets: \.force),
      Option(
        "--exercise", .text("NAME", "the id of an exercise", completing: Exercise.all.map(\.id)), sets: \.exercise,
        "write a small package with something broken to repair, into a folder of the exercise's name", default: "none"),
      Option(
        "--hint", .wholeNumber(in: 1...9), sets: \.hint, "print one of the exercise's hints instead", default: "none"),
      .package(sets: \.package),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    if let name = settings.exercise {
      guard settings.lessons.isEmpty && !settings.all && settings.html == nil else {
        throw CommandError.usage(
          "an exercise and lessons at the same time", expected: "--exercise without lessons, --all and --html")
      }
      return try write(exercise(called: name), settings, invocation)
    }
    if settings.hint != nil || settings.package != nil {
      throw CommandError.usage(
        "\(settings.hint == nil ? "--package" : "--hint"): for which exercise?", expected: "--exercise NAME",
        next: "learn")
    }
    let lessons = try lessons(of: settings)
    if let path = settings.html {
      return try write(lessons.isEmpty ? course.lessons : lessons, to: path, settings, invocation)
    }
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

  private func exercise(called name: String) throws -> Exercise {
    if let exercise = Exercise.all.first(where: { $0.id == name }) { return exercise }
    let ids = Exercise.all.map(\.id)
    throw CommandError.usage(
      "unknown exercise \(name.quoted)", expected: "one of " + ids.joined(separator: ", "),
      nearest: Suggestions.nearest(toPattern: name, among: ids), next: "learn")
  }

  /// Writes the package of an exercise, or prints a hint.
  private func write(_ exercise: Exercise, _ settings: Settings, _ invocation: Invocation) throws -> ExitCode {
    let console = invocation.console
    if let hint = settings.hint {
      guard exercise.hints.indices.contains(hint - 1) else {
        throw CommandError.usage(
          "\(exercise.id) has no hint \(hint)", expected: "--hint 1 to \(exercise.hints.count)")
      }
      try console.output.write(TextLayout.paragraph(exercise.hints[hint - 1], width: console.textColumns))
      return .passed
    }
    guard let start = invocation.catalog.sources[exercise.file] else {
      throw CommandError.ownBug("the exercise \(exercise.id) begins with \(exercise.file), which is not embedded")
    }
    let package = ExercisePackage(
      exercise: exercise, start: start.text, dependency: try PackageDependency(at: settings.package),
      tool: invocation.tool.name)
    try package.files.write(to: exercise.id, again: "learn --exercise NAME, in another folder")
    try console.output.write(
      TextLayout.paragraph("\(exercise.title). Written to \(exercise.id):", width: console.textColumns)
        + TextLayout.definitions(package.files.map { ($0.name, $0.meaning) }, width: console.textColumns)
        + TextLayout.paragraph("Repair it until this says PASSED:", width: console.textColumns)
        + "    cd \(exercise.id) && swift run\n")
    return .passed
  }

  /// Writes each lesson's page as soon as the lesson is over.
  private func write(
    _ lessons: [Lesson], to path: String, _ settings: Settings, _ invocation: Invocation
  ) throws -> ExitCode {
    let files = try LessonFiles(path, for: lessons, of: course, force: settings.force)
    let runner = LessonExperimentRunner(invocation)
    runner.printWarnings(of: lessons)
    var codes: [ExitCode] = []
    for (number, lesson) in lessons.enumerated() {
      let page = LessonPage(lesson, of: course, links: files.links(among: lessons), in: invocation)
      var run = LessonRun(lesson, runner: runner, presenter: page)
      let code = ExitCode(try run.perform())
      codes.append(code)
      if code == .interrupted { break }
      try files.pages[number].write(page.text)
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
      + "\nExercises:\n"
      + TextLayout.definitions(
        Exercise.all.map { (term: $0.id, meaning: $0.title) }, width: invocation.console.output.columns)
      + "\n"
      + TextLayout.paragraph(
        "To repair something: \(invocation.tool.name) learn --exercise NAME.",
        width: invocation.console.output.columns)
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
