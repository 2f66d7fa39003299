import SingletonCommands
import SingletonCore
import SingletonLitmus
import SingletonMemoryModels
import SingletonPlatform
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonStressEngine

/// A runner of a lesson's experiments, with the engine and the checker that `run` and `check` use.
struct LessonExperimentRunner: ExperimentRunner {
  private let invocation: Invocation
  private let host: HostInfo
  private let facts: RunMetadata

  /// The seed, a constant because the order of a few rows does not matter.
  private static let seed: UInt64 = 1

  init(_ invocation: Invocation) {
    self.invocation = invocation
    host = invocation.tool.host()
    facts = .now(on: host, in: invocation.console)
  }

  func printWarnings(of lessons: [Lesson]) {
    guard lessons.contains(where: \.showsTimes) else { return }
    invocation.printWarnings(of: host)
  }

  func strategy(_ id: String) throws -> CatalogEntry {
    guard let entry = invocation.catalog.entry(id) else {
      throw CommandError.ownBug("a lesson uses the strategy \(id), which is not in the catalog")
    }
    return entry
  }

  func source(_ file: String) throws -> SourceText { try invocation.embedded(file) }

  func run(_ experiment: StressExperiment) throws -> [StressRow] {
    var settings = RowSettings()
    settings.time = experiment.time
    let entries = try experiment.strategies.map(strategy)
    // One form for all if there is one, because figures of two forms cannot be compared.
    let isPlain =
      entries.allSatisfy { $0.raced(as: .plain)?.expectation(in: experiment.scenario) != nil }
      && (experiment.figures == .times || entries.contains { $0.ownForm == .plain })
    let selections = entries.map { entry in
      (entry: entry, form: isPlain ? RowForm.plain : entry.ownForm, scenario: experiment.scenario)
    }
    let plan = Plan(
      selections, threads: experiment.threads, initializerCosts: [experiment.initializerCost], seed: Self.seed,
      settings: settings)
    let console = invocation.console
    var rows: [StressRow] = []
    let run = StressRun(plan, on: host)
    var progress =
      console.messages.isTerminal ? ProgressLine(on: console.messages, estimate: run.estimatedSeconds) : nil
    try invocation.tool.engine(run, facts) { event in
      if case .rowFinished(let row, _) = event { rows.append(row) }
      progress?.show(event)
    }
    progress?.clear()
    // In the order of the lesson, and not in that in which they ran.
    return experiment.strategies.flatMap { strategy in rows.filter { $0.key.strategy == strategy } }
  }

  func check(_ experiment: CheckExperiment) throws -> CheckRow {
    let entry = try strategy(experiment.strategy)
    if experiment.form == .plain {
      return try ListingProgram.row(
        of: entry, experiment.scenario, callers: experiment.threads, model: experiment.model,
        tool: invocation.tool.name)
    }
    return try StrategyCheck(
      entry, experiment.scenario, threads: experiment.threads, model: experiment.model,
      sources: invocation.catalog.sources
    ).checkedRow()
  }

  func explore(_ experiment: LitmusExperiment) throws -> [LitmusEnding] {
    let program = try LitmusProgram(threads: experiment.threads, observe: experiment.observed)
    var endings: [LitmusEnding] = []
    var known: Set<[Int?]> = []
    for model in MemoryModel.strongestFirst {
      let found = Set(try LitmusTally(of: program, under: model).outcomes.keys).subtracting(known)
      for values in found.sorted(by: { "\($0)" < "\($1)" }) {
        let outcome = values.spelled(observing: experiment.observed)
        let steps = try LitmusSearch(of: program, under: model) { $0 == values }.steps ?? []
        let example = program.example(steps, of: experiment.name, endingWith: outcome, strongestModel: model)
        endings.append(LitmusEnding(values: outcome, model: model, example: example))
      }
      known.formUnion(found)
    }
    return endings
  }
}

extension Invocation {
  /// Returns the text of a source that the program contains.
  func embedded(_ file: String) throws -> SourceText {
    guard let text = catalog.sources[file] else { throw CommandError.ownBug("\(file) is not embedded") }
    return text
  }
}

extension Lesson {
  fileprivate var showsTimes: Bool {
    activities.contains { activity in
      if case .runs(let experiment) = activity { experiment.figures == .times } else { false }
    }
  }
}
