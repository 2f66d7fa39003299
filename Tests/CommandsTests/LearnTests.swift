import Commands
import Outcomes
import StressEngine
import TestSupport
import Testing

@Suite struct `The command learn` {
  @Test func `lists the course without a lesson`() throws {
    let answer = answer("learn")
    #expect(answer.code == .held && answer.messages.isEmpty)
    try expectGolden(answer.output, named: "learn.txt")
  }

  @Test(arguments: ["held", "1"]) func `takes a lesson by its name or its number`(name: String) throws {
    let answer = answer("learn", name)
    #expect(answer.code == .held)
    try expectGolden(answer.output, named: "learn-held.txt")
  }

  @Test func `is 1 where a claim did not come true, and says what was expected, what came and what to run`() throws {
    let answer = answer("learn", "failing")
    #expect(answer.code == .broken)
    try expectGolden(answer.output, named: "learn-failing.txt")
  }

  @Test(arguments: [["--all"], ["held", "failing"], ["failing", "held"]])
  func `takes several lessons, and the worst is the exit code`(lessons: [String]) {
    let answer = answer(["learn"] + lessons)
    #expect(answer.code == .broken)
    #expect(answer.output.contains("Lesson 1 of 2. ") && answer.output.contains("Lesson 2 of 2. "))
  }

  @Test func `ends with the lesson that was interrupted`() {
    let answer = answer(["learn", "--all"], engine: FakeEngine(grade: { _ in nil }, status: .interrupted).execute)
    #expect(answer.code == .interrupted)
    #expect(answer.output.contains("Lesson 1 of 2. ") && !answer.output.contains("Lesson 2 of 2. "))
  }
}

@Suite struct `A reader's prediction` {
  private func learn(_ options: String..., typing input: TypedInput, outputIsTerminal: Bool = true) -> Answer {
    answer(["learn", "held"] + options, input: input, outputIsTerminal: outputIsTerminal)
  }

  @Test func `is asked on a terminal, and held against what came out`() {
    let wrong = learn(typing: TypedInput("a"))
    #expect(wrong.messages == "Your prediction (a letter, or just return): \n")
    #expect(wrong.output.contains("The answer is b: yes. You said a. Nobody has run it.\n"))
    #expect(learn(typing: TypedInput(" B ")).output.contains("The answer is b: yes. You said so. "))
  }

  @Test(arguments: [[""], ["c"], ["what?"], []]) func `may be left out`(lines: [String]) {
    let input = TypedInput()
    input.lines = lines
    #expect(learn(typing: input).output.contains("The answer is b: yes. Nobody has run it.\n"))
  }

  @Test func `is not asked with --no-pause, nor where input or output is no terminal`() {
    let answers = [
      learn("--no-pause", typing: TypedInput("a")), learn(typing: TypedInput("a", isTerminal: false)),
      learn(typing: TypedInput("a"), outputIsTerminal: false),
    ]
    for answer in answers {
      #expect(answer.messages.isEmpty && !answer.output.contains("You said"))
    }
  }
}
