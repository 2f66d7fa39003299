import Core
import StrategyChecker
import StrategyKit

/// What there is to say of one strategy: its info, its source, and what the checker finds.
struct Explanation {
  let info: StrategyInfo
  /// Its own file, then those of the types that it is built on.
  let sources: [SourceText]
  /// One for each scenario of the info.
  let rows: [CheckRow]

  /// Two are enough for everything that the catalog declares.
  static let threads = 2
  /// Far more than any strategy of the catalog has, so that one that has more still gets its answer at once.
  static let mostExecutions: UInt64 = 20_000

  init(of entry: CatalogEntry, in catalog: Catalog, executions: UInt64 = mostExecutions) throws {
    var request = CheckRequest()
    request.executions = executions
    info = entry.info
    sources = catalog.sources(of: info)
    rows = try info.declarations.map {
      try CheckedRow(StrategyCheck(entry, $0.scenario, threads: Self.threads, sources: catalog.sources), request).row()
    }
  }

  /// The first that the checker refutes: a info's first scenario is its plainest.
  var refuted: CheckRow? { rows.first { $0.counterexample != nil } }

  /// Why there is no counterexample.
  var whyNone: String {
    if let row = rows.first(where: { $0.verdict == .notModeled }) { return "it is not modeled (\(row.remark ?? ""))" }
    let open = rows.filter { $0.verdict == .limit }.map(\.scenario)
    guard open.isEmpty else {
      return "not all executions of \(open.joined(separator: ", ")) were seen; 'check --strategy \(info.id)' sees them"
    }
    return "with \(Self.threads) threads the promise is proved in each of these scenarios"
  }
}
