import SingletonCommands
import SingletonCore
import SingletonStrategyKit
import SingletonTextFormats

// The words of lessons that are the same on the console and on pages.

extension Judgment {
  /// Returns what the judgment says about a claim, as terms with their meanings.
  ///
  /// - Parameter next: The command that looks closer, or `nil` if there is none.
  func lines(on claim: Claim, next: String?) -> [(term: String, meaning: String)] {
    switch self {
    case .seen: [("seen", claim.sentence)]
    case .beyondThisMachine(let reason): [("cannot be seen here", claim.sentence), ("because", reason)]
    case .notSeen(let expected, let got):
      [("NOT SEEN", claim.sentence), ("expected", expected), ("got", got)]
        + (next.map { [("next", $0)] } ?? [])
    }
  }
}

extension Course {
  func place(of lesson: Lesson) -> String { "Lesson \(number(of: lesson)) of \(lessons.count)" }

  /// Returns how many claims there were, how many failed, and how the lesson closes.
  func ending(of lesson: Lesson, _ judgments: [Judgment]) -> String {
    let missed = judgments.count(where: \.isFailure)
    return HumanFormat.counted(judgments.count, "claim") + (missed == 0 ? ", none failed. " : ", \(missed) FAILED. ")
      + (self.lesson(after: lesson) == nil ? "That was the last lesson. " : "Next: ") + lesson.closing
  }
}

extension LitmusExperiment {
  /// The threads with their instructions, numbered as in the observed places.
  var steps: [(term: String, meaning: String)] {
    threads.enumerated().map { ("thread \($0)", $1.joined(separator: "; ")) }
  }

  func sentence(on endings: [LitmusEnding]) -> String {
    "\(name): \(observed.joined(separator: " and ")) can end in \(HumanFormat.counted(endings.count, "way"))"
  }
}

extension LitmusEnding {
  var line: (term: String, meaning: String) { (values, "allowed by " + model.machines) }
}

extension StrategyInfo {
  var idAndIdea: String { "\(id): \(idea)" }
}

extension CheckRow {
  /// The step that makes the check possible, in words and as a command; `nil` if the check has run.
  var remedy: (words: String, command: String)? {
    guard form == .plain && verdict == .notModeled else { return nil }
    return (
      "Build that program in the folder of its sources (Linux on x86-64), then take this lesson again:",
      ListingProgram.building(for: Tool.current.name)
    )
  }
}
