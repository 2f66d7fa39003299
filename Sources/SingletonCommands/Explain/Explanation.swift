import SingletonCore
import SingletonMemoryModels
import SingletonPresentation
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

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
  let lessons: [LessonReference]
  /// The results of the checker, one for each declared scenario.
  let rows: [CheckRow]

  init(of entry: CatalogEntry, in contents: ToolContents, limits: CheckLimits = .brief) throws {
    let catalog = contents.catalog
    info = entry.info
    sources = catalog.sources(of: info)
    plainSwift = catalog.plainSwift(of: info)
    documents = catalog.documents(citedBy: info)
    lessons = contents.lessons.filter { [id = info.id] in $0.strategies.contains(id) }
    rows = try info.declarations.map {
      try StrategyCheck(brief: entry, $0.scenario, in: catalog).checkedRow(limits: limits)
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
    return "with \(StrategyCheck.briefThreads) threads the promise is proved in each of these scenarios"
  }
}

// MARK: - The verdict

/// The verdict, with which an explanation begins: what the checker finds, and what is only declared where it has no
/// model.
extension Explanation {
  var verdict: String {
    ([whenOnlyAsked] + CheckVerdict.allCases.compactMap(otherwise)).map { $0 + "." }.joined(separator: " ")
  }

  /// The verdict on the scenario that every singleton should withstand.
  private var whenOnlyAsked: String {
    let asking = "if callers only ask, each once"
    guard let (declared, row) = judged.first(where: { $0.declared.scenario == .firstAccess }) else {
      return "nothing is declared of callers that only ask"
    }
    switch row.verdict {
    case .proved: return "safe \(asking): proved for \(StrategyCheck.briefThreads) threads" + condition(row)
    case .refuted: return "not safe even \(asking): \(outcome(declared, row))"
    case .undecided, .tooManyThreads: return "not decided \(asking): \(outcome(declared, row))"
    case .notModeled:
      let safety = declared.expectation.demand == .sound ? "safe" : "not safe even"
      let detail = declared.expectation == .sound ? "" : ": " + outcome(declared, row)
      return "declared \(safety) \(asking)\(detail); not modeled by check, only raced"
    }
  }

  /// Returns the other scenarios that have this verdict, after the outcome that they share, or `nil` if there are none.
  private func otherwise(_ verdict: CheckVerdict) -> String? {
    let others = judged.filter { $0.row.verdict == verdict && $0.declared.scenario != .firstAccess }
    let outcomes = others.map { (text: outcome($0.declared, $0.row), scenario: $0.declared.scenario.id) }
    guard !outcomes.isEmpty else { return nil }
    let groups = outcomes.map(\.text).distinct.map { text in
      (text.isEmpty ? "" : text + " in ")
        + outcomes.filter { $0.text == text }.map(\.scenario).joined(separator: ", ")
    }
    return verdict.opening + groups.joined(separator: "; ")
  }

  private var judged: [(declared: StrategyInfo.Declaration, row: CheckRow)] {
    zip(info.declarations, rows).map { (declared: $0, row: $1) }
  }

  /// The defects in words: as found, or as declared if nothing is modeled.
  private func outcome(_ declared: StrategyInfo.Declaration, _ row: CheckRow) -> String {
    switch row.verdict {
    case .proved: return String(condition(row).drop { !$0.isLetter })
    case .undecided, .tooManyThreads: return row.whyOpen ?? ""
    case .notModeled: return declared.expectation.briefly
    case .refuted:
      guard let found = Verdict(found: row) else { return "" }
      return found.defects.inOrderOfInterest.map(\.meaning).joined(separator: ", ")
        + (found.model.map { " (\($0.rawValue))" } ?? "")
    }
  }

  /// The checker's words after "proved".
  private func condition(_ row: CheckRow) -> Substring {
    row.verdictSentence.dropFirst("\(CheckVerdict.proved)".count)
  }
}

extension CheckVerdict {
  /// The words before the scenarios that have this verdict, other than the first.
  fileprivate var opening: String {
    switch self {
    case .proved: "Proved as well: "
    case .refuted: "Otherwise: "
    case .undecided, .tooManyThreads: "Not decided: "
    case .notModeled: "Declared besides: "
    }
  }
}
