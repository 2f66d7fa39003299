package import SingletonCommands
package import SingletonCore
package import SingletonMemoryModels
package import SingletonPresentation
import SingletonTextFormats

/// A lesson: its texts, its experiments, and the claims that the results must confirm.
package struct Lesson: Sendable {
  /// The name on the command line, as in `learn double-checked`.
  package let id: String
  package let title: String
  package let activities: [Activity]
  /// The subject of the next lesson, as text that follows "Next:"; in the last lesson, the next steps.
  package let closing: String

  package init(id: String, title: String, closing: String, activities: [Activity]) {
    self.id = id
    self.title = title
    self.closing = closing
    self.activities = activities
  }

  package var claims: [Claim] { activities.compactMap { if case .claims(let claim) = $0 { claim } else { nil } } }

  /// The lesson in the form in which other commands refer to it.
  package var reference: LessonReference {
    let strategies = activities.flatMap { activity -> [String] in
      switch activity {
      case .shows(let id): [id]
      case .runs(let experiment): experiment.strategies
      case .checks(let experiment): [experiment.strategy]
      case .says, .showsFile, .asks, .explores, .demonstrates, .claims, .answers: []
      }
    }
    return LessonReference(id: id, title: title, claims: claims.map(\.sentence), strategies: strategies.distinct)
  }
}

extension Lesson {
  /// One variant of a small program, and its outcome.
  package typealias Finding = (what: String, outcome: String)

  /// One thing that a lesson does.
  package enum Activity: Sendable {
    /// A paragraph; its line breaks are not preserved.
    case says(String)
    /// The source of a strategy, by its id.
    case shows(String)
    /// A file of a module, such as `SingletonCourse/Journal`, and a phrase that says what its code is. The lesson runs it,
    /// and its text is embedded in the program.
    case showsFile(String, idea: String)
    case asks(Prediction)
    case runs(StressExperiment)
    case checks(CheckExperiment)
    case explores(LitmusExperiment)
    /// A small program that runs in addition to strategies, and a sentence that says what it shows.
    case demonstrates(String, @Sendable () -> [Finding])
    case claims(Claim)
    /// The answer to the last question; the text explains it.
    case answers(String)
  }
}

extension Lesson.Activity {
  package static func runs(
    _ strategies: String..., in scenario: Scenario, threads: [Int] = [2], time: Duration = .milliseconds(100),
    initializerCost: InitializerCost = .none, showing figures: TableFigures = .counts
  ) -> Lesson.Activity {
    .runs(
      StressExperiment(
        strategies: strategies, scenario: scenario, threads: threads, time: time, initializerCost: initializerCost,
        figures: figures))
  }

  package static func checks(
    _ strategy: String, in scenario: Scenario, threads: Int = 2, under model: MemoryModel = .rc11,
    drawing isDrawn: Bool = true
  ) -> Lesson.Activity {
    .checks(CheckExperiment(strategy: strategy, scenario: scenario, threads: threads, model: model, isDrawn: isDrawn))
  }

  /// Visits every order in which the jobs of some tasks can run that ask a strategy's listing.
  package static func visitsSchedules(
    _ strategy: String, in scenario: Scenario = .firstAccess, tasks: Int = 2, drawing isDrawn: Bool = true
  ) -> Lesson.Activity {
    var experiment = CheckExperiment(
      strategy: strategy, scenario: scenario, threads: tasks, model: .rc11, isDrawn: isDrawn)
    experiment.form = .plain
    return .checks(experiment)
  }

  package static func explores(
    _ name: String, _ threads: [String]..., observing observed: [String], drawing isDrawn: Bool = true
  ) -> Lesson.Activity {
    .explores(LitmusExperiment(name: name, threads: threads, observed: observed, isDrawn: isDrawn))
  }

  package static func asks(_ question: String, _ choices: Prediction.Choice...) -> Lesson.Activity {
    .asks(Prediction(question, choices))
  }

  package static func claims(_ sentence: String, _ evidence: Evidence) -> Lesson.Activity {
    .claims(Claim(sentence: sentence, evidence: evidence))
  }
}

// MARK: - Experiments

/// Strategies that are stress-tested in one scenario on real threads, as by `run`: their listings, if they have any and
/// times are shown, because these are what an access costs a program.
package struct StressExperiment: Sendable {
  package private(set) var strategies: [String]
  package let scenario: Scenario
  package private(set) var threads: [Int]
  /// The measuring time per row; extended while a known defect is not reproduced, as in every run.
  package private(set) var time: Duration
  package let initializerCost: InitializerCost
  package let figures: TableFigures

  /// Returns the experiment with the strategies and the thread counts of some of its rows, and more time for each.
  func longer(by factor: Int, for some: [StressRow]) -> StressExperiment {
    var longer = self
    longer.strategies.removeAll { strategy in !some.contains { $0.key.strategy == strategy } }
    longer.threads.removeAll { threads in !some.contains { $0.key.threads == threads } }
    longer.time *= factor
    return longer
  }
}

/// A strategy that is checked in one scenario, in every execution that a memory model allows, as by `check`.
package struct CheckExperiment: Sendable {
  /// The form that is checked. Another program checks listings.
  package fileprivate(set) var form = RowForm.harness
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  /// Whether the counterexample is drawn.
  package let isDrawn: Bool
}

/// A litmus program that is explored in every execution, as by `singleton-litmus`.
package struct LitmusExperiment: Sendable {
  package let name: String
  /// Each thread's instructions, in the notation of litmus files.
  package let threads: [[String]]
  /// The places that are read at the end, in the same notation.
  package let observed: [String]
  /// Whether an execution with each outcome is drawn.
  package let isDrawn: Bool
}

// MARK: - Predictions

/// A question that the reader answers before the experiments run.
package struct Prediction: Sendable {
  package struct Choice: Sendable {
    package let text: String
    package let isRight: Bool

    package static func right(_ text: String) -> Choice { Choice(text: text, isRight: true) }
    package static func wrong(_ text: String) -> Choice { Choice(text: text, isRight: false) }
  }

  package let question: String
  /// The choices, exactly one of which is right.
  package let choices: [Choice]

  package init(_ question: String, _ choices: [Choice]) {
    precondition(choices.count { $0.isRight } == 1, "a question has one right answer: \(question)")
    self.question = question
    self.choices = choices
  }

  package var rightIndex: Int { choices.firstIndex(where: \.isRight)! }

  /// Returns the letter of a choice: `a`, `b`, `c`.
  package static func letter(_ index: Int) -> String { String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(index))) }

  /// The letters of all choices, such as `a, b or c`.
  package var lettersInWords: String {
    let letters = choices.indices.map(Self.letter)
    return letters.dropLast().joined(separator: ", ") + " or " + letters.last!
  }

  /// The right choice in a sentence.
  package var answer: String {
    "The answer is \(Self.letter(rightIndex)): \(choices[rightIndex].text)."
  }

  /// Returns the immediate reply to a reader who made this choice.
  package func assessment(of guess: Int) -> String {
    "You said \(Self.letter(guess)), which is \(guess == rightIndex ? "" : "not ")right."
  }

  /// Returns the reply, shown next to the answer, to a reader who made this choice.
  package func reply(to guess: Int) -> String {
    guess == rightIndex ? "You were right." : "You said \(Self.letter(guess))."
  }

  /// Returns the index of the choice whose letter, number from 1, or text the reader typed, or `nil` if there is none.
  package func index(of answer: String) -> Int? {
    let words = answer.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return choices.indices.first { [Self.letter($0), "\($0 + 1)", choices[$0].text.lowercased()].contains(words) }
  }
}
