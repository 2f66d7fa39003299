import SingletonArgumentParsing
import SingletonCommands
import SingletonPlatform
import SingletonTextFormats

struct LearnCommand: Command {
  struct Settings {
    var lessons: [String] = []
    var all = false
    var noPause = false
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
    "On a terminal, a lesson waits for the prediction: a letter, a number, the text of a choice, or Return to skip. After each"
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
        Example("learn --exercise one-look", "broken code to repair, in a folder of that name"),
      ]
  }

  var argument: Argument<Settings>? {
    Argument(
      .text("LESSON", "the id of a lesson, or its number", completing: .words(course.ids)), count: 0...(.max),
      appendsTo: \.lessons)
  }

  var options: [Option<Settings>] {
    [
      Option(flag: "--all", sets: \.all, "run all lessons of the course"),
      Option(flag: "--no-pause", sets: \.noPause, "do not wait for predictions"),
      Option(
        "--html", .path("a page for one lesson, or a folder for several"), sets: \.html,
        "write pages instead of text; without a lesson, those of the whole course", default: "none"),
      .force(sets: \.force),
      Option(
        "--exercise", .text("NAME", "the id of an exercise", completing: .words(Exercise.all.map(\.id))),
        sets: \.exercise,
        "write a small package with broken code to repair, into a folder of the exercise's name", default: "none"),
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
    let presenter = ConsoleLessonPresenter(settings, of: course, in: invocation)
    return try perform(lessons, invocation) { _, run in try run(presenter) }
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

  private func write(_ exercise: Exercise, _ settings: Settings, _ invocation: Invocation) throws -> ExitCode {
    let console = invocation.console
    if let hint = settings.hint {
      guard exercise.hints.indices.contains(hint - 1) else {
        throw CommandError.usage("\(exercise.id) has no hint \(hint)", expected: "--hint 1 to \(exercise.hints.count)")
      }
      try console.output.write(TextLayout.paragraph(exercise.hints[hint - 1], width: console.textColumns))
      return .passed
    }
    let package = ExercisePackage(
      exercise: exercise, start: try invocation.embedded(exercise.file).text,
      dependency: try PackageDependency(at: settings.package), tool: invocation.tool.name)
    let width = console.textColumns
    let files = try package.files.write(
      to: exercise.id, again: "learn --exercise NAME, in another folder", width: width)
    try console.output.write(
      TextLayout.paragraph("\(exercise.title). Written to \(exercise.id):", width: width) + files
        + TextLayout.paragraph("Repair it until this says PASSED:", width: width)
        + "    cd \(exercise.id) && swift run\n")
    return .passed
  }

  /// Writes each lesson's page as soon as the lesson is over.
  private func write(
    _ lessons: [Lesson], to path: String, _ settings: Settings, _ invocation: Invocation
  ) throws -> ExitCode {
    let files = try LessonFiles(path, for: lessons, of: course, force: settings.force)
    var written = 0
    let code = try perform(lessons, invocation) { lesson, run in
      let page = LessonPage(lesson, of: course, files: files, in: invocation)
      let code = try run(page)
      if code == .interrupted { return code }
      try files.pages[written].write(page.text)
      written += 1
      invocation.console.printMessage("\(written) of \(lessons.count): \(lesson.id)\n")
      return code
    }
    if written > 0 {
      let place = try files.finish(written, tool: invocation.tool.name)
      invocation.console.printFolded("wrote \(place.harmless)\n")
    }
    return code
  }

  /// Performs lessons one after the other, until one is interrupted or the reader quits.
  ///
  /// - Parameter present: Runs a lesson with a presenter.
  private func perform(
    _ lessons: [Lesson], _ invocation: Invocation,
    _ present: (Lesson, _ run: (any LessonPresenter) throws -> ExitCode) throws -> ExitCode
  ) throws -> ExitCode {
    let runner = LessonExperimentRunner(invocation)
    runner.printWarnings(of: lessons)
    var codes: [ExitCode] = []
    do {
      for lesson in lessons where codes.last != .interrupted {
        let code = try present(lesson) { presenter in
          var run = LessonRun(lesson, runner: runner, presenter: presenter)
          return try run.perform()
        }
        codes.append(code)
      }
    } catch is ConsoleLessonPresenter.Quit {}
    return ExitCode.worst(of: codes)
  }

  private func lesson(called name: String) throws -> Lesson {
    if let lesson = course.lesson(called: name) { return lesson }
    throw CommandError.usage(
      "unknown lesson \(name.quoted)", expected: "the id of a lesson, or its number from 1 to \(course.lessons.count)",
      nearest: Suggestions.nearest(toPattern: name, among: course.ids), next: "learn")
  }

  private func listing(for invocation: Invocation) -> String {
    let (tool, width) = (invocation.tool.name, invocation.console.output.columns)
    let lessons = course.lessons.enumerated().map { index, lesson in
      (term: "\(index < 9 ? " " : "")\(index + 1)  \(lesson.id)", meaning: lesson.title)
    }
    let exercises = Exercise.all.map { (term: $0.id, meaning: $0.title) }
    return "The course:\n" + TextLayout.definitions(lessons, width: width) + "\n"
      + TextLayout.paragraph("To take a lesson: \(tool) learn LESSON, with its id or number.", width: width)
      + "\nExercises:\n" + TextLayout.definitions(exercises, width: width) + "\n"
      + TextLayout.paragraph("To repair something: \(tool) learn --exercise NAME.", width: width)
  }
}
