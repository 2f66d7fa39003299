import Outcomes
import Strategies

/// What there is to say of one strategy: its card, its source, and what the checker finds.
struct Explanation {
  let card: Card
  /// Its own file, then those of the types that it is built on.
  let sources: [SourceText]
  /// One for each scenario of the card.
  let rows: [CheckRow]

  /// Two are enough for everything that the catalogue declares.
  static let threads = 2
  /// Far more than any strategy of the catalogue has, so that one that has more still gets its answer at once.
  static let mostExecutions: UInt64 = 20_000

  init(of entry: CatalogEntry, executions: UInt64 = mostExecutions) throws {
    var request = CheckRequest()
    request.executions = executions
    card = entry.card
    // The last has the doors of a class that knows nothing of singletons.
    sources = entry.sources.dropLast()
    rows = try card.declarations.map { try CheckedRow(entry, $0.scenario, Self.threads, request).row() }
  }

  /// The first that the checker refutes: a card's first scenario is its plainest.
  var refuted: CheckRow? { rows.first { $0.counterexample != nil } }

  /// Why there is no counterexample.
  var whyNone: String {
    if let row = rows.first(where: { $0.verdict == .notModelled }) { return "it is not modelled (\(row.remark ?? ""))" }
    let open = rows.filter { $0.verdict == .limit }.map(\.scenario.rawValue)
    guard open.isEmpty else {
      return "not all executions of \(open.joined(separator: ", ")) were seen; 'check --strategy \(card.id)' sees them"
    }
    return "with \(Self.threads) threads the promise is proved in each of these scenarios"
  }
}
