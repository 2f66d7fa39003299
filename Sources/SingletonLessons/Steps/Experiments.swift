package import SingletonCore
package import SingletonMemoryModels
package import SingletonPresentation

/// Strategies that are stress-tested in one scenario on real threads, as by `run`.
package struct StressExperiment: Sendable {
  package let strategies: [String]
  package let scenario: Scenario
  package let threads: [Int]
  /// The measuring time per row; extended while a known defect is not reproduced, as in every run.
  package let time: Duration
  package let initializerCost: InitializerCost
  package let figures: TableFigures

  /// Returns the experiment with some of its strategies and more time for each row.
  func longer(by factor: Int, of some: [String]) -> StressExperiment {
    StressExperiment(
      strategies: strategies.filter(some.contains), scenario: scenario, threads: threads, time: time * factor,
      initializerCost: initializerCost, figures: figures)
  }
}

/// A strategy that is checked in one scenario, in every execution that a memory model allows, as by `check`.
package struct CheckExperiment: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  /// Whether the counterexample is drawn.
  package let isDrawn: Bool
}

/// A litmus program that is explored in every execution, as by `litmus`.
package struct LitmusExperiment: Sendable {
  package let name: String
  /// Each thread's instructions, in the notation of litmus files.
  package let threads: [[String]]
  /// What is read at the end, in the same notation; empty if only who waits forever is of interest.
  package let observed: [String]
  /// Whether an execution with each outcome is drawn.
  package let isDrawn: Bool
}

extension LessonStep {
  package static func runs(
    _ strategies: String..., in scenario: Scenario, threads: [Int] = [2], time: Duration = .milliseconds(100),
    initializerCost: InitializerCost = .none, showing figures: TableFigures = .counts
  ) -> LessonStep {
    .runs(
      StressExperiment(
        strategies: strategies, scenario: scenario, threads: threads, time: time, initializerCost: initializerCost,
        figures: figures))
  }

  package static func checks(
    _ strategy: String, in scenario: Scenario, threads: Int = 2, under model: MemoryModel = .rc11,
    drawing isDrawn: Bool = true
  ) -> LessonStep {
    .checks(
      CheckExperiment(strategy: strategy, scenario: scenario, threads: threads, model: model, isDrawn: isDrawn))
  }

  package static func explores(
    _ name: String, _ threads: [String]..., observing observed: [String] = [], drawing isDrawn: Bool = true
  ) -> LessonStep {
    .explores(LitmusExperiment(name: name, threads: threads, observed: observed, isDrawn: isDrawn))
  }
}
