import SingletonPlatform
import TestSupport
import Testing

@testable import SingletonStressTesting

@Suite struct `Recorded instructions` {
  private let folder: TemporaryFolder
  private static let count = InstructionCount(instructions: 1_096, atomics: 4, calls: 5, systemCalls: 1)

  init() throws { folder = try TemporaryFolder() }

  private func expectation(
    _ count: InstructionCount = count, name: String = "Cache: a", build: String = "here", records: Bool = false
  ) -> InstructionExpectation {
    .compared(count, name: name, build: build, path: folder("Instructions.txt"), records: records)
  }

  @Test func `what was recorded is met, exactly`() throws {
    #expect(expectation(records: true) == .met)
    #expect(expectation() == .met)
    let text = try folder.text(of: "Instructions.txt")
    #expect(
      text.hasSuffix("\n[here]\nCache: a: 1,096 instructions, 4 atomic ones, 5 calls, 1 system call\n"), "\(text)")
    #expect(try RecordedInstructions(text).text == text)
  }

  @Test(arguments: [
    (
      InstructionCount(instructions: 1_097, atomics: 4, calls: 5, systemCalls: 1), "1,097 instead of 1,096 instructions"
    ),
    (InstructionCount(instructions: 1_096, atomics: 5, calls: 5, systemCalls: 1), "5 instead of 4 atomic ones"),
    (InstructionCount(instructions: 900, atomics: 4, calls: 6, systemCalls: 1), "6 instead of 5 calls"),
  ])
  func `more of anything fails`(count: InstructionCount, words: String) {
    #expect(expectation(records: true) == .met)
    guard case .failed(let why) = expectation(count) else {
      Issue.record("expected a failure")
      return
    }
    #expect(why.hasPrefix("a later access has") && why.contains(words) && why.hasSuffix("STRESS_RECORD=1 swift test"))
  }

  @Test func `fewer is better, and no failure`() {
    #expect(expectation(records: true) == .met)
    guard case .notJudged(let why) = expectation(InstructionCount(instructions: 1_000, atomics: 4, calls: 5)) else {
      Issue.record("expected a warning")
      return
    }
    #expect(why.contains("1,000 instead of 1,096 instructions, 0 instead of 1 system call, which is better"))
  }

  @Test func `another build is not judged, and keeps its own section`() throws {
    #expect(expectation(records: true) == .met)
    guard case .notJudged(let why) = expectation(build: "there") else {
      Issue.record("expected a warning")
      return
    }
    #expect(why.contains("has no counts of this build, [there]"))
    #expect(expectation(InstructionCount(instructions: 7), build: "there", records: true) == .met)
    #expect(expectation() == .met && expectation(InstructionCount(instructions: 7), build: "there") == .met)
  }

  @Test func `a missing file or name fails, and says how to record`() {
    for (records, name, words) in [(false, "a", "does not exist"), (true, "b", "has no line for it")] {
      if records { #expect(expectation(records: true) == .met) }
      guard case .failed(let why) = expectation(name: name) else {
        Issue.record("expected a failure")
        return
      }
      #expect(why.contains(words) && why.hasSuffix("STRESS_RECORD=1 swift test"))
    }
  }

  @Test(arguments: [
    "Cache: 1 instruction", "[here]\nCache 1", "[here]\nCache: 1 instruction, x, y, z", "[here\nCache: 2",
  ])
  func `a malformed file fails with its line`(text: String) throws {
    try folder.write(text, to: "Instructions.txt")
    guard case .failed(let why) = expectation() else {
      Issue.record("expected a failure")
      return
    }
    #expect(why.contains("Instructions.txt, line "))
  }
}
