import Outcomes
import Strategies

/// Makes of a schedule the counterexample that a reader follows.
struct Narrator {
  let entry: CatalogEntry
  let scenario: Scenario
  let threads: Int
  let model: ModelName

  /// - Returns: nil where the strategy exists only natively.
  func tell(_ finding: CheckFinding, _ schedule: Schedule) throws(RehearsalError) -> Counterexample? {
    guard let strategy = entry.native?.rebound(to: ModelWorld.self) else { return nil }
    let trial = StrategyTrial.make(strategy, scenario, callers: threads)
    let rehearsal = try Rehearsal(trial.program, schedule)
    var words = StepWords(trial.state.memory, trial.names)
    let lines = SourceLines(of: entry)
    let columns = Columns(trial, rehearsal.steps)
    let steps = rehearsal.steps.enumerated().map { number, step in
      Counterexample.Step(
        column: columns[step.thread], source: lines.line(of: step.operation), operation: words.words(step),
        staleness: words.staleness(step), isConcerned: schedule.concerned.contains(number))
    }
    let sentence = Sentence(finding, trial, rehearsal, schedule).text(&words)
    return Counterexample(
      strategy: entry.card.id, scenario: scenario, threads: threads, model: model, finding: finding,
      columns: columns.titles, steps: steps, sentence: sentence,
      code: ReplayCode(self, finding, schedule).text)
  }
}

/// The columns of a counterexample: one for each caller that takes part, and one for what came before them.
struct Columns {
  private(set) var titles: [String] = []
  private var places: [Int: Int] = [:]

  init(_ trial: StrategyTrial, _ steps: [Rehearsal.ToldStep]) {
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
