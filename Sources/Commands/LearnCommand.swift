import Lessons
import StressEngine

/// `learn`: lessons that run.
struct LearnCommand: Command {
  struct Settings {
    var lessons: [String] = []
    var takesAll = false
    var pausesNot = false
    var leavesOutFigures = false
    var color = Display.auto
  }

  let course: Course

  let name = "learn"
  let summary = "lessons that run: see why singletons break"
  let discussion = [
    "Without a lesson, lists the course. A lesson shows a strategy's source, asks what will happen, races it, checks it,"
      + " and says what came out. What it claims is judged by what has just been measured: a claim that does not come"
      + " true is exit code 1.",
    "On a terminal a lesson waits for a prediction before it runs; --no-pause, or an input or output that is no terminal,"
      + " lets it run through.",
  ]
  let settings = Settings()

  var examples: [Example] {
    [Example("learn", "the course")] + course.ids.prefix(1).map { Example("learn \($0)", "its first lesson") }
      + [Example("learn --all --no-pause", "all lessons, one after the other")]
  }

  var operand: Operand<Settings>? {
    Operand(.lesson(of: course), count: 0...(.max), appendsTo: \.lessons)
  }

  var options: [Option<Settings>] {
    [
      Option(flag: "--all", sets: \.takesAll, "every lesson of the course"),
      Option(flag: "--no-pause", sets: \.pausesNot, "do not wait for predictions"),
      Option(
        flag: "--no-figures", sets: \.leavesOutFigures,
        "leave out what another run, machine or version would show otherwise: counts, times, line numbers"),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let lessons = try lessons(of: settings)
    try invocation.console.output.requireWritable()
    guard !lessons.isEmpty else {
      try invocation.console.output.write(listing(for: invocation))
      return .held
    }
    return try perform(lessons, settings, invocation)
  }

  private func lessons(of settings: Settings) throws -> [Lesson] {
    guard settings.takesAll else { return try settings.lessons.map(lesson(called:)) }
    guard settings.lessons.isEmpty else {
      throw CommandError.usage("--all and \(settings.lessons[0].quoted) name lessons", expected: "one of the two")
    }
    return course.lessons
  }

  private func perform(_ lessons: [Lesson], _ settings: Settings, _ invocation: Invocation) throws -> ExitCode {
    let laboratory = LessonLaboratory(invocation)
    let audience = LessonAudience(settings, of: course, in: invocation)
    laboratory.sayWhatSpoilsTimes(of: lessons)
    var codes: [ExitCode] = []
    for lesson in lessons where codes.last != .interrupted {
      var run = LessonRun(lesson, in: laboratory, before: audience)
      codes.append(ExitCode(try run.perform()))
    }
    return ExitCode.worst(of: codes)
  }

  private func lesson(called name: String) throws -> Lesson {
    if let lesson = course.lesson(called: name) { return lesson }
    throw CommandError.usage(
      "unknown lesson \(name.quoted)", expected: "the id of a lesson, or its number from 1 to \(course.lessons.count)",
      nearest: Spelling.nearest(to: Glob(literally: name), among: course.ids), next: "learn")
  }

  private func listing(for invocation: Invocation) -> String {
    let lines = course.lessons.map { lesson in
      let number = course.number(of: lesson)
      return (term: "\(number < 10 ? " " : "")\(number)  \(lesson.id)", meaning: lesson.title)
    }
    return "The course:\n" + TextLayout.definitions(lines, width: invocation.console.output.columns)
      + "\nOne of them: \(invocation.tool.name) learn LESSON, by its name or its number.\n"
  }
}

extension ValueKind<String> {
  /// A lesson, by its id or its number.
  fileprivate static func lesson(of course: Course) -> ValueKind {
    ValueKind(
      facts: ValueFacts(
        placeholder: "LESSON", expected: "the id of a lesson, or its number", completion: .words(course.ids)),
      parse: { $0.isEmpty ? nil : $0 })
  }
}

extension ExitCode {
  fileprivate init(_ outcome: LessonOutcome) {
    switch outcome {
    case .held: self = .held
    case .claimFailed: self = .broken
    case .interrupted: self = .interrupted
    }
  }
}
