import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// A builder that turns a schedule into a counterexample for a reader.
struct CounterexampleBuilder {
  private let trial: Trial
  private let sources: SourceLibrary

  init(_ trial: Trial, _ sources: SourceLibrary) {
    self.trial = trial
    self.sources = sources
  }

  /// Replays the schedule and describes its steps.
  ///
  /// - Throws: An error if the trial cannot follow the schedule.
  func build(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample {
    let replay = try Replay(trial.program, schedule)
    let words = StepDescription(trial.state.memory, trial.names)
    let columns = Columns(trial, replay.steps)
    var (steps, memory): ([Counterexample.Step], [[Counterexample.Cell]]) = ([], [])
    var trace = MemoryTrace()
    for (number, step) in replay.steps.enumerated() {
      steps.append(
        Counterexample.Step(
          column: columns[step.thread], source: source(of: step.operation), operation: words.words(step),
          staleness: words.staleness(step), isConcerned: schedule.concerned.contains(number)))
      trace.take(step, column: columns[step.thread])
      memory.append(trace.cells(words))
    }
    var example = Counterexample()
    example.finding = finding
    example.columns = columns.titles
    example.steps = steps
    example.memory = memory
    example.sentence = FindingSummary(finding, trial, replay, schedule).text(words)
    return example
  }

  private func source(of operation: Operation) -> Counterexample.Source? {
    let line = SourceLine(word: operation.sourceLine)
    guard let file = line.file else { return nil }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return Counterexample.Source(file: name, line: line.line, text: sources[line].map(String.init) ?? "")
  }
}

/// The columns of a counterexample: one per caller that takes part, and one for what precedes all callers.
struct Columns {
  private(set) var titles: [String] = []
  private var places: [Int: Int] = [:]

  init(_ trial: Trial, _ steps: [Replay.Step]) {
    var callers: [Int] = []
    for thread in Set(steps.map(\.thread)).sorted() {
      let caller = thread < trial.preparing ? -1 : trial.records[thread].index
      if !callers.contains(caller) { callers.append(caller) }
    }
    callers.sort()
    titles = callers.map { $0 < 0 ? "before any thread" : "thread \($0 + 1)" }
    for thread in trial.records.indices {
      let caller = thread < trial.preparing ? -1 : (thread - trial.preparing) % trial.callers
      places[thread] = callers.firstIndex(of: caller)
    }
  }

  subscript(thread: Int) -> Int { places[thread] ?? 0 }
}
