import MutantStrategies
import SingletonCore
import SingletonStrategyKit
import SingletonTextFormats

/// The share of the mutants that a run shows within a row's time, and the share that the checker finds.
enum MutationScore {
  /// Runs and checks the mutants, and prints a table and the score.
  ///
  /// - Returns: Whether everything is as the mutants declare it.
  static func show(_ settings: MutantSettings) throws -> Bool {
    let mutants = try MutantEntry.all.filter { settings.ids.isEmpty || settings.ids.contains($0.mutation.id) }.map {
      ScoredMutant(mutant: $0, checked: try CheckedMutant($0))
    }
    let runs = try MutantRuns(of: mutants.map(\.mutant), settings)
    showTable(mutants, runs, settings)
    showScore(mutants, runs, settings)
    let contradictions = mutants.filter { !$0.checked.isAsDeclared }.map(\.contradiction) + runs.contradictions
    for miss in runs.missed { print("not shown: \(miss)") }
    for contradiction in contradictions { print("contradicted: \(contradiction)") }
    return contradictions.isEmpty
  }

  private static func showTable(_ mutants: [ScoredMutant], _ runs: MutantRuns, _ settings: MutantSettings) {
    let native = settings.threads.flatMap { ["\($0) threads, ms", "runs"] }
    let checked = ["mutant", "of", "scenario", "the checker finds", "executions", "ms"]
    var table = Table(figures: checked + ["loop, ms", "runs"] + native)
    for scored in mutants {
      let mutation = scored.mutant.mutation
      let cells = [
        mutation.id, mutation.original, mutation.telling.scenario.id, scored.checked.finding,
        "\(scored.checked.executions)", scored.checked.milliseconds.rounded(to: 1),
      ]
      let raced = settings.threads.flatMap { runs.cells(of: scored.mutant, threads: $0) }
      table.append(cells + HandwrittenLoop.cells(scored.mutant) + raced)
    }
    table.show(
      "Mutants: what the checker finds and in how many ms; after how many ms a handwritten loop of"
        + " \(HandwrittenLoop.threads) threads notices it within 2 s, median of \(HandwrittenLoop.runs); and after how"
        + " many ms a run shows it, median of \(settings.runs), and in how many runs within a row's"
        + " \(RowRun.defaultMilliseconds) ms")
  }

  private static func showScore(_ mutants: [ScoredMutant], _ runs: MutantRuns, _ settings: MutantSettings) {
    let observable = mutants.filter { $0.mutant.mutation.model != nil }
    let equivalent = mutants.filter { $0.mutant.mutation.model == nil }
    print(
      "The checker finds \(observable.asDeclared) and proves that the rest are equivalent: \(equivalent.asDeclared)")
    for threads in settings.threads {
      let places = mutants.map(\.mutant).filter { $0.mutation.demand(threads: threads) != .sound }
      let caught = places.count { runs.isCaught($0, threads: threads) }
      print("\(threads) threads show \(caught) of \(places.count) in at least 99% of the runs")
    }
    print("")
  }
}

/// A mutant and the checker's result for it.
private struct ScoredMutant {
  let mutant: MutantEntry
  let checked: CheckedMutant

  var contradiction: String {
    "\(mutant.mutation.id): the checker finds \(checked.finding), declared is \(checked.declared)"
  }
}

extension [ScoredMutant] {
  /// How many of the mutants are as declared, such as `42 of 43`.
  fileprivate var asDeclared: String { "\(count { $0.checked.isAsDeclared }) of \(count)" }
}
