import Core
import MemoryModels
import ModelChecker
import StrategyKit

/// A builder that turns a schedule into a counterexample for a reader.
struct CounterexampleBuilder {
  let entry: CatalogEntry
  let scenario: Scenario
  let threads: Int
  let model: MemoryModel
  let sources: SourceLibrary

  /// Replays the schedule and describes its steps.
  ///
  /// - Returns: `nil` if the strategy exists only natively.
  /// - Throws: An error if the strategy cannot follow the schedule.
  func build(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample? {
    guard let strategy = entry.native?.rebind(to: ModelBackend.self) else { return nil }
    let trial = StrategyTrial.make(strategy, scenario, callers: threads)
    let replay = try Replay(trial.program, schedule)
    var words = StepDescription(trial.state.memory, trial.names)
    let columns = Columns(trial, replay.steps)
    var (steps, memory): ([Counterexample.Step], [[Counterexample.Cell]]) = ([], [])
    var trace = MemoryTrace()
    for (number, step) in replay.steps.enumerated() {
      steps.append(
        Counterexample.Step(
          column: columns[step.thread], source: source(of: step.operation), operation: words.words(step),
          staleness: words.staleness(step), isConcerned: schedule.concerned.contains(number)))
      trace.take(step, column: columns[step.thread])
      memory.append(trace.cells(&words))
    }
    let sentence = FindingSummary(finding, trial, replay, schedule).text(&words)
    var example = Counterexample(
      finding: finding, columns: columns.titles, steps: steps, sentence: sentence,
      code: ReplayCode(self, finding, schedule).text)
    example.memory = memory
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

  init(_ trial: StrategyTrial, _ steps: [Replay.Step]) {
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
