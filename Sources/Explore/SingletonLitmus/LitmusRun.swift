import SingletonArgumentParsing
import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform
import SingletonTextFormats

/// A run of one program under several memory models, which yields a row for each model.
struct LitmusRun {
  let file: String
  let test: LitmusTest
  let request: LitmusRequest
  var isInterrupted: () -> Bool = { false }

  /// The maximum number of executions under one model.
  var limit: Int { request.limit ?? .max }

  func rows() throws -> [LitmusRow] {
    var sequential: LitmusTally?
    return try request.wantedModels.map { model in
      let tally = try tally(model)
      // Stated weak outcomes are compared with sequential consistency, even if that model was not requested.
      if test.statements[model]?.weakOutcomes != nil && sequential == nil { sequential = try self.tally(.sc) }
      return row(model, tally, sequential: sequential)
    }
  }

  func search(_ outcome: LitmusOutcome, under model: MemoryModel) throws -> LitmusSearch {
    try explore(model) { () throws(ExplorationError) in
      try LitmusSearch(of: test.program, under: model, limit: limit, isOver: timer()) {
        outcome.matches($0, observing: test.observed)
      }
    }
  }

  private func tally(_ model: MemoryModel) throws -> LitmusTally {
    try explore(model) { () throws(ExplorationError) in
      try LitmusTally(of: test.program, under: model, limit: limit, isOver: timer())
    }
  }

  /// Returns a closure that tells whether an exploration should end, because the user has interrupted it or its time is
  /// over. The time is measured from this call on.
  private func timer() -> () -> Bool {
    let end = request.time.map { monotonicNanoseconds() + $0.nanoseconds }
    return { isInterrupted() || end.map { monotonicNanoseconds() >= $0 } ?? false }
  }

  private func explore<Result>(
    _ model: MemoryModel, _ body: () throws(ExplorationError) -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch ExplorationError.tooManyEvents(let thread) {
      throw test.error(
        "thread \(thread) has too many events", expected: "at most \(ExecutionGraph.eventLimit) events per thread")
    } catch ExplorationError.noSuchLocation(let thread, _) {
      throw test.error(
        "thread \(thread) accesses too many locations", expected: "at most \(ExecutionGraph.locationLimit)")
    } catch {
      throw CommandError.ownBug("\(test.name), \(model.rawValue): \(error)")
    }
  }

  private func row(_ model: MemoryModel, _ tally: LitmusTally, sequential: LitmusTally?) -> LitmusRow {
    let statement = test.statements[model]
    let reference = sequential?.isComplete == true ? sequential : nil
    let differences = statement.map {
      LitmusComparison(statement: $0, tally: tally, observed: test.observed, sequential: reference).differences
    }
    let isComplete = tally.isComplete && (statement?.weakOutcomes == nil || reference != nil)
    let (agreement, why): (LitmusRow.Agreement, String) =
      if let differences, !differences.isEmpty {
        (.differs, differences.joined(separator: "; "))
      } else if !isComplete {
        (.stopped, whyStopped(tally))
      } else {
        (statement?.isEmpty == false ? .asStated : .nothingStated, "")
      }
    return LitmusRow(
      file: file, test: test.name, model: model.rawValue, observed: test.observed, tally: tally, agreement: agreement,
      why: why)
  }

  private func whyStopped(_ tally: LitmusTally) -> String {
    if tally.outcomes.count > LitmusTally.mostOutcomes {
      return "after \(HumanFormat.counted(LitmusTally.mostOutcomes, "outcome"))"
    }
    if max(tally.executions, tally.stuckExecutions) == .max { return "with more executions than can be counted" }
    guard let time = request.time, tally.runs < limit else {
      return "after \(HumanFormat.counted(limit, "execution")), by --max-executions"
    }
    return "after \(DurationFormat.text(time)), by --time"
  }
}
