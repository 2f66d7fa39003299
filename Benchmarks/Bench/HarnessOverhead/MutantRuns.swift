import MutantStrategies
import SingletonCore
import SingletonStrategyKit
import SingletonStressEngine

/// The rows of mutants, each in its own process, that end once they have shown what is declared.
struct MutantRuns {
  private var rows: [RowKey: [StressRow]] = [:]
  private let settings: MutantSettings
  /// The runs that did not show their mutant.
  private(set) var missed: [String] = []
  /// The undeclared defects that a run showed, and the declared ones that no run showed.
  private(set) var contradictions: [String] = []

  /// Runs each mutant in the scenario that shows it, as often as asked; and once in those that must not show it.
  init(of mutants: [MutantEntry], _ settings: MutantSettings) throws {
    self.settings = settings
    for threads in settings.threads {
      let places = mutants.flatMap { mutant in mutant.entry.info.declarations.map { (mutant.entry, $0) } }
      let isSilent = { (place: (CatalogEntry, StrategyInfo.Declaration)) in
        place.1.expectation.demand(threads: threads) == .sound
      }
      let (shown, silent) = (places.filter { !isSilent($0) }, places.filter(isSilent))
      let waitsForever = { (place: (CatalogEntry, StrategyInfo.Declaration)) in
        place.1.expectation.demand.defects.contains(.hang)
      }
      try run(shown.filter { !waitsForever($0) }, threads: threads, times: settings.runs)
      try run(shown.filter(waitsForever), threads: threads, times: settings.runs, timeout: .seconds(1))
      try run(silent, threads: threads, times: 1)
    }
    missed = rows.compactMap { $1.filter { !$0.isShown }.misses(of: $1.count) }.sorted()
    contradictions = rows.values.joined().filter { !$0.forbidden.isEmpty || $0.endsUnlikeDeclared }.map(\.contradiction)
    contradictions += Dictionary(grouping: rows.values.joined(), by: \.key.subject).values.compactMap(\.neverShown)
    contradictions.sort()
  }

  private mutating func run(
    _ places: [(CatalogEntry, StrategyInfo.Declaration)], threads: Int, times: Int,
    timeout: Duration = RowSettings().timeout
  ) throws {
    let selections = places.map { (entry: $0, form: RowForm.harness, scenario: $1.scenario) }
    for row in try RowRun.rows(selections, threads: threads, replicates: times, timeout: timeout) {
      rows[row.key.group, default: []].append(row)
    }
  }

  private func rows(of mutant: MutantEntry, threads: Int) -> [StressRow] {
    rows[RowKey(strategy: mutant.mutation.id, scenario: mutant.mutation.telling.scenario, threads: threads)] ?? []
  }

  /// Returns whether at least 99% of the runs show the mutant: within a row's time, or the watchdog's if it hangs.
  func isCaught(_ mutant: MutantEntry, threads: Int) -> Bool {
    let rows = rows(of: mutant, threads: threads)
    return rows.count(where: \.isShown) * 100 >= rows.count * 99
  }

  /// Returns the median milliseconds until a run shows the mutant, and the number of runs that do; nothing if it need
  /// not be shown.
  func cells(of mutant: MutantEntry, threads: Int) -> [String] {
    guard mutant.mutation.demand(threads: threads) != .sound else { return ["", ""] }
    let rows = rows(of: mutant, threads: threads)
    let shown = rows.filter(\.isShown)
    let times = rows.map { $0.isShown ? $0.milliseconds : .infinity }
    let usual = median(times)
    let time = usual.isFinite ? usual.rounded(to: 2) : "-"
    return [rows.contains { $0.status == .hung } ? "hangs" : time, "\(shown.count) of \(rows.count)"]
  }
}

extension StressRow {
  /// Whether the row has shown what is declared; a row without declared defects has nothing to show.
  fileprivate var isShown: Bool { expected.demand.defects.isSubset(of: shown) }

  fileprivate var milliseconds: Double { Double(measured?.wallNanoseconds ?? 0) / 1e6 }

  /// Whether the row ended badly, and not by the hang that it had to show. A row whose threads did not start does not
  /// count.
  fileprivate var endsUnlikeDeclared: Bool {
    switch status {
    case .ok, .skipped, .interrupted: false
    case .hung: expected.demand.defects != [.hang]
    case .trapped, .crashed, .exit: true
    }
  }

  fileprivate var contradiction: String {
    "\(key.title): \(status), \(observed?.description ?? "nothing") observed, \(expected) declared"
  }
}

extension [StressRow] {
  /// A line about a mutant that no run has shown, with any number of threads, or `nil` if a run has shown it.
  fileprivate var neverShown: String? {
    contains(where: \.isShown)
      ? nil : first.map { "\($0.key.strategy), \($0.key.scenario): not shown in \(count) runs" }
  }

  /// Returns a line on the runs of one mutant that did not show it, or `nil` if there are none.
  fileprivate func misses(of count: Int) -> String? {
    guard let first else { return nil }
    let trials = median(map { Double($0.measured?.tally[.trials] ?? 0) })
    let processor = median(map { Double($0.measured?.cpuNanoseconds ?? 0) / 1e6 })
    return "\(first.key.group.title), in \(self.count) of \(count) runs: \(trials.rounded(to: 0)) trials in"
      + " \(processor.rounded(to: 0)) ms of processor time, the medians"
  }
}
