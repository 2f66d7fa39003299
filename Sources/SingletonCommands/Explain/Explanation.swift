import SingletonCore
import SingletonLessons
import SingletonStrategyChecker
import SingletonStrategyKit

/// The explanation of a strategy: its info, its source, and what the checker finds.
struct Explanation {
  let info: StrategyInfo
  /// The strategy's own file, then the files of the types that it is built on.
  let sources: [SourceText]
  /// The idea as an application would write it, or `nil` if there is no such listing.
  let plainSwift: SourceText?
  /// The documents that the strategy cites.
  let documents: [Document]
  /// The lessons that treat the strategy.
  let lessons: [Lesson]
  /// The results of the checker, one for each declared scenario.
  let rows: [CheckRow]

  init(
    of entry: CatalogEntry, in catalog: Catalog, _ course: Course = Course([]),
    executions: UInt64 = BriefCheck.mostExecutions
  ) throws {
    info = entry.info
    sources = catalog.sources(of: info)
    plainSwift = catalog.plainSwift(of: info)
    documents = catalog.documents(citedBy: info)
    lessons = course.lessons.filter { [id = info.id] in $0.treats(id) }
    rows = try info.declarations.map {
      try BriefCheck.of(entry, $0.scenario, in: catalog).checkedRow(limits: CheckLimits(executions: executions))
    }
  }

  /// The first row that the checker refutes; the first declared scenario is the simplest.
  var refuted: CheckRow? { rows.first { $0.counterexample != nil } }

  /// The reason why there is no counterexample.
  var whyNone: String {
    if let row = rows.first(where: { $0.verdict == .notModeled }) { return "it is not modeled (\(row.whyOpen ?? ""))" }
    let open = rows.filter { $0.verdict == .undecided }.map(\.scenario)
    guard open.isEmpty else {
      return
        "not all executions of \(open.joined(separator: ", ")) were explored; 'check --strategy \(info.id)' explores them"
    }
    return "with \(BriefCheck.threads) threads the promise is proved in each of these scenarios"
  }
}
