import Lessons
import ModelChecker
import Outcomes
import Strategies
import StressEngine

/// Makes a lesson's experiments with the engine and the checker that `run` and `check` use.
struct LessonLaboratory: Laboratory {
  private let invocation: Invocation
  private let host: HostFacts
  private let facts: RunFacts

  /// The order of a few rows matters to nobody.
  private static let seed: UInt64 = 1

  init(_ invocation: Invocation) {
    self.invocation = invocation
    host = invocation.tool.host()
    facts = .now(in: invocation.console)
  }

  /// Only where a lesson is about times.
  func sayWhatSpoilsTimes(of lessons: [Lesson]) {
    guard lessons.contains(where: \.showsTimes) else { return }
    invocation.console.say(RunWarnings(host, invocation.tool.circumstances()).text)
  }

  func strategy(_ id: String) throws -> CatalogEntry { try selection(of: id).entry }

  func race(_ experiment: StressExperiment) throws -> [StressRow] {
    var settings = RunSettings(threads: experiment.threads, seed: Self.seed)
    settings.time = experiment.time
    settings.initializerCost = experiment.initializerCost
    let selections = try experiment.strategies.map { id in
      let (index, entry) = try selection(of: id)
      return Plan.Selection(entry: entry, catalogIndex: index, scenario: experiment.scenario)
    }
    return try rows(of: Plan(selections, settings: settings), settings)
  }

  func check(_ experiment: CheckExperiment) throws -> CheckRow {
    var request = CheckRequest()
    request.model = experiment.model
    return try CheckedRow(strategy(experiment.strategy), experiment.scenario, experiment.threads, request).row()
  }

  func explore(_ experiment: LitmusExperiment) throws -> LitmusCounts {
    let program = try LitmusProgram(threads: experiment.threads)
    return LitmusCounts(try LitmusTally(of: program, under: .rc11))
  }

  private func rows(of plan: Plan, _ settings: RunSettings) throws -> [StressRow] {
    let console = invocation.console
    var rows: [StressRow] = []
    var progress = console.messages.isTerminal ? ProgressLine() : nil
    try invocation.tool.engine(plan, settings, facts, host) { event in
      if case .rowFinished(let row, _) = event { rows.append(row) }
      progress?.hear(event, now: Machine.monotonicNanoseconds, columns: console.messages.columns).map(console.say)
    }
    progress?.clear().map(console.say)
    return rows
  }

  private func selection(of id: String) throws -> (index: Int, entry: CatalogEntry) {
    let entries = invocation.catalog.entries
    guard let index = entries.firstIndex(where: { $0.card.id == id }) else {
      throw CommandError.ownBug("a lesson is about the strategy \(id), which is not in the catalogue")
    }
    return (index, entries[index])
  }
}

extension Lesson {
  fileprivate var showsTimes: Bool {
    parts.contains { part in
      if case .races(let experiment) = part { experiment.figures == .times } else { false }
    }
  }
}
