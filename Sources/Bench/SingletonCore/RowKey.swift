/// The identity of a row. Most properties are text, because a report may come from a version with a different catalog.
///
/// A coarser key leaves some properties at their defaults. Rows with equal coarser keys form a group.
package struct RowKey: Hashable, Sendable {
  package var strategy = ""
  package var form = RowForm.harness.rawValue
  package var scenario = ""
  package var threads = 0
  /// The replicate, from 1, or 0 in the key of a group.
  package var replicate = 0
  package var threadSource = ThreadSourceKind.dispatch.rawValue
  package var initializerCost = InitializerCost.none.description
  /// The placement of the threads that was requested. Other ones than `near` are in reports of older versions.
  package var placement = "near"

  package init() {}

  package init(
    strategy: String, form: RowForm = .harness, scenario: Scenario, threads: Int, replicate: Int = 0,
    threadSource: ThreadSourceKind? = nil, initializerCost: InitializerCost = .none
  ) {
    self.strategy = strategy
    self.form = form.rawValue
    self.scenario = scenario.id
    self.threads = threads
    self.replicate = replicate
    self.threadSource = (threadSource ?? ThreadSourceKind(threads: threads)).rawValue
    self.initializerCost = initializerCost.description
  }

  /// The key that all replicates of the row share.
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

  /// The key that all rows of this form of the strategy in this scenario share.
  package var subject: RowKey {
    var key = checked
    key.form = form
    return key
  }

  /// The key that all rows of the strategy in the scenario share. It ignores the form, because the checker knows only
  /// one.
  package var checked: RowKey { .subject(strategy, scenario) }

  package static func subject(_ strategy: String, _ scenario: String) -> RowKey {
    var key = RowKey()
    key.strategy = strategy
    key.scenario = scenario
    return key
  }

  /// The initializer's cost by which rows are sorted; `none` if this version cannot parse it.
  package var sortingCost: InitializerCost { InitializerCost(initializerCost) ?? .none }

  /// The row's name in messages, such as `mutex, first-access, 64 threads`.
  package var title: String {
    ([strategy, scenario, "\(threads) \(threads == 1 ? "thread" : "threads")"] + special).joined(separator: ", ")
  }

  /// The properties that differ from their usual values, in words.
  package var special: [String] {
    let usual = RowKey()
    return differences(form: "", cost: "initializer's cost ")
      + (threadSource == ThreadSourceKind(threads: threads).rawValue ? [] : [threadSource])
      + (placement == usual.placement ? [] : ["placement " + placement])
  }

  /// The properties that differ from their usual values, as options of `run`.
  package var specialOptions: [String] { differences(form: "--form ", cost: "--initializer-cost ") }

  private func differences(form: String, cost: String) -> [String] {
    let usual = RowKey()
    return (self.form == usual.form ? [] : [form + self.form])
      + (initializerCost == usual.initializerCost ? [] : [cost + initializerCost])
  }
}

extension Sequence<RowKey> {
  /// The distinct costs of initializers, in ascending order.
  package var initializerCosts: [String] {
    Set(map(\.initializerCost)).map { (InitializerCost($0) ?? .none, $0) }.sorted { $0 < $1 }.map(\.1)
  }
}

/// The source of a row's threads.
///
/// The raw value is its name in reports.
package enum ThreadSourceKind: String, CaseIterable, Sendable {
  case dispatch
  case pthread

  /// The maximum number of threads in one row.
  package static let threadLimit = 1_024
  /// The size of libdispatch's thread pool on Linux.
  private static let dispatchLimit = 255

  /// The source of the threads of a row that has this many.
  package init(threads: Int) { self = threads > Self.dispatchLimit ? .pthread : .dispatch }
}

/// The form of the strategy that a row races.
///
/// The raw value is its name in options and reports.
package enum RowForm: String, CaseIterable, Codable, Sendable {
  /// The source for the harness, built on its own primitives and slots. It races in millions of trials a second, and
  /// the model checker runs the same source.
  case harness
  /// The listing in plain Swift: the strategy as an application writes it, with real references.
  case plain
}
