import SingletonCore
import SingletonMemoryModels
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

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
    case .proved: return "safe \(asking): proved for \(BriefCheck.threads) threads" + condition(row)
    case .refuted: return "not safe even \(asking): \(findings(declared, row))"
    case .undecided, .tooManyThreads: return "not decided \(asking): \(findings(declared, row))"
    case .notModeled:
      let safety = declared.expectation.demand == .sound ? "safe" : "not safe even"
      let outcome = declared.expectation == .sound ? "" : ": " + findings(declared, row)
      return "declared \(safety) \(asking)\(outcome); not modeled by check, only raced"
    }
  }

  /// Returns the other scenarios that have this verdict, after the outcome that they share, or `nil` if there are none.
  private func otherwise(_ verdict: CheckVerdict) -> String? {
    let others = judged.filter { $0.row.verdict == verdict && $0.declared.scenario != .firstAccess }
    let outcomes = others.map { (text: findings($0.declared, $0.row), scenario: $0.declared.scenario.id) }
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

  /// What goes wrong in words: as found, or as declared if nothing is modeled.
  private func findings(_ declared: StrategyInfo.Declaration, _ row: CheckRow) -> String {
    switch row.verdict {
    case .proved: return String(condition(row).drop { !$0.isLetter })
    case .undecided, .tooManyThreads: return row.whyOpen ?? ""
    case .notModeled: return declared.expectation.briefly
    case .refuted:
      guard let found = Verdict(found: row) else { return "" }
      return found.defects.inOrderOfInterest.map(\.words).joined(separator: ", ")
        + (found.model.map { " (\($0.rawValue))" } ?? "")
    }
  }

  /// What the checker says after the word "proved".
  private func condition(_ row: CheckRow) -> Substring {
    CheckTable.words(of: row).dropFirst("\(CheckVerdict.proved)".count)
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
