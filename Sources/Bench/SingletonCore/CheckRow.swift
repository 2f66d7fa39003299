import SingletonMemoryModels

/// The result of checking one strategy in one scenario with a number of threads under one memory model.
package struct CheckRow: Codable, Sendable {
  package var strategy = ""
  /// The form that was checked: the strategy on the primitives of a model, or its listing as it is compiled.
  package var form = RowForm.harness
  package var scenario = ""
  /// Who calls.
  package var callers = Callers.threads
  /// The number of callers.
  package var threads = 0
  package var model = MemoryModel.rc11
  package var verdict = CheckVerdict.notModeled
  /// The defects that at least one execution shows.
  package var found: Set<Defect> = []
  /// The number of complete executions visited, or `nil` if nothing is modeled.
  package var executions: UInt64?
  package var expected = Expectation.sound
  /// The grade, or `nil` if a limit left the result open or nothing is modeled.
  package var grade: Grade?
  /// For each defect, the strongest model that shows it. A defect is missing if a limit ended the search for its model.
  package var strongestModels: [Defect: MemoryModel] = [:]
  package var counterexample: Counterexample?
  /// When a wait with a time limit may time out.
  package var timeouts = Timeouts.whenStuck
  /// Whether a thread has waited with a time limit; `nil` if that is not known, as in a row that is read from a report.
  package var hasTimedWaits: Bool?
  /// Whether a thread of a listing has drawn a random number; `nil` if that is not known.
  package var drawsRandomNumbers: Bool?

  /// What keeps the search from a verdict although no limit has ended it, or `nil`.
  package var obstacle: String?

  package init() {}

  package init(strategy: String, scenario: Scenario, threads: Int, model: MemoryModel, expected: Expectation) {
    self.strategy = strategy
    self.scenario = scenario.id
    self.threads = threads
    self.model = model
    self.expected = expected
  }

  /// What is assumed of waits with a time limit, beyond the assumptions of all results, or `nil` if nothing is.
  package var condition: String? {
    switch (verdict, timeouts) {
    case (.proved, .whenStuck) where hasTimedWaits == true: Self.ifNoTimeout
    case (.refuted, .anyTime) where hasTimedWaits != false: "if waits may time out at any time"
    default: nil
    }
  }

  package static let ifNoTimeout = "if no wait times out while another thread can continue"

  /// Whether the result is the declared one. A search that a limit ended counts as long as it contradicts nothing that
  /// was declared.
  package var isAsDeclared: Bool { grade != .failed && grade != .notReproduced }

  /// Whether a second instance that is built breaks the promise, although it is not handed out.
  package var buildsOnce = false

  /// The found defects that break the scenario's promise.
  package var breaches: Set<Defect> { found.filter { promise.isBroken(by: $0) || buildsOnce && $0 == .inits } }

  private var promise: Promise { Scenario(id: scenario)?.promise ?? .oneInstance }

  /// The found defects to report. They are those that break the promise and all others except `liveMax`, which matters
  /// only if it breaks the promise.
  package var reported: Set<Defect> { found.filter { promise.isBroken(by: $0) || $0 != .liveMax } }

  /// The strongest model that breaks the promise, or `nil` if no model is known to break it.
  package var strongestModel: MemoryModel? { Findings(breaches, models: strongestModels).strongestModel }

  /// The number of complete executions, or `nil` if there is none because every execution ends in a trap or waits
  /// forever.
  package var completeExecutions: UInt64? { executions == 0 ? nil : executions }

  /// The row's name in messages, such as `mutex, first-access, 2 threads, rc11` or `mutex, plain, first-access, ...`.
  package var title: String {
    let subject = form == .harness ? strategy : "\(strategy), \(form.rawValue)"
    let title = "\(subject), \(scenario), \(callers.counted(threads))"
    return callers == .threads ? "\(title), \(model.rawValue)" : title
  }

  /// Who calls in a check.
  package enum Callers: String, CaseIterable, Codable, Sendable {
    /// Threads, in every execution.
    case threads
    /// Tasks, in every schedule: every order of their jobs.
    case tasks

    package func counted(_ count: Int) -> String { "\(count) \(count == 1 ? String(rawValue.dropLast()) : rawValue)" }

    /// One of what the search visits.
    package var unit: String { self == .threads ? "execution" : "schedule" }
  }
}
