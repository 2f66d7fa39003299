import CommandTestSupport
import SingletonCommands
import SingletonCore
import SingletonCourse
import TestSupport
import Testing

@Suite struct `The command learn` {
  /// The lessons with a table of several strategies.
  private static let comparing = Course.standard.lessons.filter { lesson in
    lesson.activities.contains { if case .runs(let experiment) = $0 { experiment.strategies.count > 1 } else { false } }
  }.map(\.id)

  @Test(arguments: comparing) func `the figures in one table of a lesson are of one form`(lesson: String) {
    var forms: [Set<String>] = []
    _ = invoke(["learn", lesson], catalog: .standard, course: .standard) { run, facts, listener in
      forms.append(Set(run.plan.rows.map(\.key.form)))
      try FakeEngine(grade: { _ in .passed }, trials: 1_000).execute(run, facts, listener)
    }
    #expect(!forms.isEmpty && forms.allSatisfy { $0.count == 1 }, "\(forms)")
  }

  @Test func `learn without a lesson lists the course`() throws {
    let result = invoke("learn")
    #expect(result.code == .passed && result.messages.isEmpty)
    try expectGolden(result.output, named: "learn.txt")
  }

  @Test(arguments: ["passing", "1"]) func `learn takes a lesson by its name or its number`(name: String) throws {
    let result = invoke("learn", name)
    #expect(result.code == .passed)
    try expectGolden(result.output, named: "learn-passing.txt")
  }

  @Test func `a claim that does not come true gives exit code 1, with what was expected and what to run`() throws {
    let result = invoke("learn", "failing")
    #expect(result.code == .failed)
    try expectGolden(result.output, named: "learn-failing.txt")
  }

  @Test(arguments: [["--all"], ["passing", "failing"], ["failing", "passing"]])
  func `learn takes several lessons, and the most severe exit code counts`(lessons: [String]) {
    let result = invoke(["learn"] + lessons)
    #expect(result.code == .failed)
    #expect(result.output.contains("Lesson 1 of 2. ") && result.output.contains("Lesson 2 of 2. "))
  }

  @Test func `a lesson says that it had few trials`() {
    let (engine, few) = (FakeEngine(trials: 20), "Only 20 trials of double-checked-lock with 2 threads: ")
    #expect(invoke(["learn", "passing"], engine: engine.execute).output.contains(few))
    #expect(!invoke(["learn", "passing"], engine: FakeEngine(trials: 100).execute).output.contains("Only "))
  }

  /// A lesson has its own numbers of threads, so the reader cannot be told to use others.
  @Test(arguments: [[], ["--html"]]) func `a lesson that shows times warns of the machine, and not of threads`(
    options: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let course = Course([
      Lesson(
        id: "times", title: "Times", closing: "That is all.",
        activities: [.runs("double-checked-lock", in: .firstAccess, showing: .times)])
    ])
    let result = invoke(
      ["learn", "times"] + options + (options.isEmpty ? [] : [folder("times.html")]), course: course, host: .oneCore)
    #expect(result.messages.contains("warning: one core only"))
    #expect(!result.messages.contains("--threads"))
  }

  /// The lessons in which another program checks listings, taken without it.
  @Test(arguments: Course.standard.lessons.filter(\.checksListings).map(\.id))
  func `a lesson without the program that checks listings says how to build it, and speaks of no drawing`(id: String) {
    let result = invoke(["learn", id], name: "lone-bench", catalog: .standard, course: .standard)
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(result.output.contains("\n    swift build -c release --product lone-bench-listings\n"), "\(result.output)")
    #expect(words.contains("Build that program in the folder of its sources (Linux on x86-64)"))
    for phrase in ["schedule above", "the drawing", "drawn above", "drawing above"] {
      #expect(!words.lowercased().contains(phrase), "\(phrase)")
    }
  }

  @Test func `a lesson shows the code as an application writes it, before what is raced`() throws {
    let lazy = invoke(["learn", "lazy"], catalog: .standard, course: .standard).output
    let plain = try #require(lazy.firstRange(of: /\n +\d+  final class ImageCache/))
    let raced = try #require(lazy.firstRange(of: "\nWhat is raced and checked, on the harness's primitives:\n"))
    #expect(plain.lowerBound < raced.lowerBound)
    #expect(lazy.contains("package struct UnsynchronizedLazy<B: Backend>: Strategy {"))
    #expect(!lazy.contains("§"))
  }

  @Test func `learn ends with the lesson that was interrupted`() {
    let result = invoke(["learn", "--all"], engine: FakeEngine(grade: { _ in nil }, status: .interrupted).execute)
    #expect(result.code == .interrupted)
    #expect(result.output.contains("Lesson 1 of 2. ") && !result.output.contains("Lesson 2 of 2. "))
  }
}

extension Lesson {
  fileprivate var checksListings: Bool {
    activities.contains { activity in
      if case .checks(let experiment) = activity { experiment.form == .plain } else { false }
    }
  }
}

@Suite struct `Predictions` {
  private func learn(_ options: String..., typing input: TypedInput, outputIsTerminal: Bool = true) -> InvocationResult
  {
    invoke(["learn", "passing"] + options, input: input, outputIsTerminal: outputIsTerminal)
  }

  @Test func `a prediction is asked for on a terminal, and compared with the result`() {
    let wrong = learn(typing: TypedInput("a"))
    #expect(wrong.messages == "Your prediction (a letter, Return to skip, q to quit): \n" + Self.pause + "\n")
    #expect(wrong.output.contains("You made 1 prediction, 0 of them right.\n"))
    #expect(wrong.output.contains("The answer is b: yes. You said a. It has not run.\n"))
    #expect(learn(typing: TypedInput(" B ")).output.contains("The answer is b: yes. You were right. "))
  }

  @Test(arguments: ["2", "b", "B", "yes", " Yes "]) func `a prediction is a letter, a number or the words`(
    answer: String
  ) {
    #expect(learn(typing: TypedInput(answer)).output.contains("The answer is b: yes. You were right. "))
  }

  @Test func `an answer that was not offered is not taken, and the question says which are`() {
    let result = learn(typing: TypedInput("zzz", "3", "a"))
    let again = "Please answer a or b, or press Return to skip: "
    #expect(
      result.messages == "Your prediction (a letter, Return to skip, q to quit): " + again + again + "\n" + Self.pause
        + "\n")
    #expect(result.output.contains("You said a."))
  }

  @Test(arguments: [[""], ["c", ""], ["what?"], []]) func `a prediction may be left out`(lines: [String]) {
    let input = TypedInput()
    input.lines = lines
    #expect(learn(typing: input).output.contains("The answer is b: yes. It has not run.\n"))
  }

  @Test func `q quits at a prediction, too`() {
    let result = learn(typing: TypedInput("Q"))
    #expect(result.code == .passed && !result.output.contains("The answer is"))
  }

  private static let pause = "Return: go on, b: back, q: quit "

  @Test func `the results stay until the reader goes on`() {
    let result = learn(typing: TypedInput("b", "what?", "", "later"))
    // "what?" is asked again.
    #expect(result.messages.hasSuffix(Self.pause + Self.pause))
    #expect(result.output.contains("You were right. It has not run."))
  }

  @Test func `b shows the screen before, and Return comes back`() {
    let once = learn(typing: TypedInput("b", ""))
    let again = learn(typing: TypedInput("b", "b", "", ""))
    let title = "Lesson 1 of 2."
    #expect(once.output.components(of: title) == 1 && again.output.components(of: title) == 2)
    #expect(again.output.hasSuffix(once.output.suffix(200)), "the lesson goes on as without looking back")
  }

  @Test func `q ends the lesson, and those after it`() {
    let result = learn("failing", typing: TypedInput("b", "q"))
    #expect(result.code == .passed)
    #expect(!result.output.contains("The answer is") && !result.output.contains("Lesson 2 of 2"))
  }

  @Test func `no prediction is asked for with --no-pause, or without a terminal`() {
    let results = [
      learn("--no-pause", typing: TypedInput("a")), learn(typing: TypedInput("a", isTerminal: false)),
      learn(typing: TypedInput("a"), outputIsTerminal: false),
    ]
    for result in results {
      #expect(result.messages.isEmpty && !result.output.contains("You said"))
    }
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
