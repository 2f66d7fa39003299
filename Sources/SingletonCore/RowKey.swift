import SingletonPlatform

/// The identity of a row, as text because a report may come from another version with another catalog.
///
/// A coarser key is a projection: the same type with the other properties left at their defaults.
package struct RowKey: Hashable, Sendable {
  package var strategy = ""
  package var form = RowForm.harness.rawValue
  package var scenario = ""
  package var threads = 0
  /// The replicate, from 1, or 0 in the key of a group.
  package var replicate = 0
  package var threadSource = ThreadSourceKind.dispatch.rawValue
  package var initializerCost = InitializerCost.none.description
  /// The placement of the threads that was asked for.
  package var placement = Placement.near.rawValue

  package init() {}

  package init(
    strategy: String, form: RowForm = .harness, scenario: Scenario, threads: Int, replicate: Int = 0,
    threadSource: ThreadSourceKind = .dispatch, initializerCost: InitializerCost = .none, placement: Placement = .near
  ) {
    self.strategy = strategy
    self.form = form.rawValue
    self.scenario = scenario.id
    self.threads = threads
    self.replicate = replicate
    self.threadSource = threadSource.rawValue
    self.initializerCost = initializerCost.description
    self.placement = placement.rawValue
  }

  /// The key of all replicates of the row.
  package var group: RowKey {
    var key = self
    key.replicate = 0
    return key
  }

  package var withoutCost: RowKey {
    var key = self
    key.initializerCost = RowKey().initializerCost
    return key
  }

  /// The key of all rows of the strategy's form in the scenario.
  package var subject: RowKey {
    var key = checked
    key.form = form
    return key
  }

  /// The key of all rows whose accesses are timed in the same loop: those of one form and one number of threads.
  package var timedLoop: RowKey {
    var key = RowKey()
    key.form = form
    key.threads = threads
    return key
  }

  /// The key of all rows of the strategy in the scenario, of which the checker knows one form.
  package var checked: RowKey { .subject(strategy, scenario) }

  package static func subject(_ strategy: String, _ scenario: String) -> RowKey {
    var key = RowKey()
    key.strategy = strategy
    key.scenario = scenario
    return key
  }

  /// The initializer's cost by which rows are sorted; none if its spelling is that of another version.
  package var sortingCost: InitializerCost { InitializerCost(initializerCost) ?? .none }

  /// The row's name in messages, such as `mutex, first-access, 64 threads`.
  package var title: String {
    ([strategy, scenario, "\(threads) \(threads == 1 ? "thread" : "threads")"] + special).joined(separator: ", ")
  }

  /// The properties that most rows do not have, in words.
  package var special: [String] {
    differences(form: "", source: "", cost: "initializer's cost ", placement: "placement ")
  }

  /// The unusual properties of the row, as options of `run`.
  package var specialOptions: [String] {
    differences(form: "--form ", source: "--engine ", cost: "--initializer-cost ", placement: "--placement ")
  }

  private func differences(form: String, source: String, cost: String, placement: String) -> [String] {
    let usual = RowKey()
    return [
      self.form == usual.form ? nil : form + self.form,
      threadSource == usual.threadSource ? nil : source + threadSource,
      initializerCost == usual.initializerCost ? nil : cost + initializerCost,
      self.placement == usual.placement ? nil : placement + self.placement,
    ].compactMap(\.self)
  }
}

extension Sequence<RowKey> {
  /// The costs of initializers, each once, the lowest first.
  package var initializerCosts: [String] {
    Set(map(\.initializerCost)).map { (InitializerCost($0) ?? .none, $0) }.sorted { $0 < $1 }.map(\.1)
  }
}

/// The source of a row's threads.
///
/// The raw value is its name in options and reports.
package enum ThreadSourceKind: String, CaseIterable, Sendable {
  case dispatch
  case pthread

  /// The maximum number of threads in one row: for `dispatch`, the 255 threads of libdispatch's pool on Linux; for
  /// `pthread`, a limit that this project sets.
  package var threadLimit: Int {
    switch self {
    case .dispatch: 255
    case .pthread: 1024
    }
  }
}

/// The form of its strategy that a row races.
///
/// The raw value is its name in options and reports.
package enum RowForm: String, CaseIterable, Sendable {
  /// On the harness's own primitives and slots, millions of trials a second. The model checker runs the same source.
  case harness
  /// The listing in plain Swift, as an application writes it, with real references.
  case plain
}
