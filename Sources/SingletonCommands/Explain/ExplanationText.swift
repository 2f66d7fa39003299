import SingletonCore
import SingletonPresentation
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

/// The explanation as text for a terminal.
extension Explanation {
  func text(width: Int) -> String {
    [
      title(width), plainSwiftCode(width), declared(width), relaxableOrderings(width), sourceCode(width),
      counterexample(width), nextLessons,
    ].joined()
  }

  private func title(_ width: Int) -> String {
    // The comment at the top of the strategy's file says more than its info, which every strategy has.
    let header = sources.first?.header.filter { !$0.title.isEmpty }.map { ($0.title, $0.text) } ?? []
    let brief = [("Idea", info.idea), ("Risk", info.risk), ("Source", info.citations.joined)]
    let facts =
      (header.isEmpty ? brief : header) + [("Also known as", info.alsoKnownAs.joined(separator: ", "))]
      + documents.map { ($0.name, $0.subject + ": explain \($0.name)") }
    return TextLayout.wrapped("\(info.id): \(verdict)", width: width, later: "  ").map { $0 + "\n" }.joined() + "\n"
      + TextLayout.definitions(facts.filter { !$0.1.isEmpty }, width: width)
  }

  private func plainSwiftCode(_ width: Int) -> String {
    guard let plainSwift else { return "" }
    return "\nIn plain Swift:\n" + SourceExcerpt(plainSwift.lines).text(width: width, numbersLines: false)
  }

  private var nextLessons: String {
    guard !lessons.isEmpty else { return "" }
    return "\n" + lessons.map { "lesson:  \(Tool.current.name) learn \($0.id)\n" }.joined()
  }

  private func declared(_ width: Int) -> String {
    "\nWhat is declared, and what the checker finds with \(StrategyCheck.briefThreads) threads:\n"
      + zip(info.declarations, rows).map { text(of: $0, checked: $1, width: width) }.joined(separator: "\n")
  }

  private func text(of declaration: StrategyInfo.Declaration, checked row: CheckRow, width: Int) -> String {
    let scenario = declaration.scenario
    let lines = [
      (term: "callers", meaning: scenario.summary), (term: "promise", meaning: scenario.promise.meaning),
      (term: "expected", meaning: "\(declaration.expectation)"),
      (term: "that is", meaning: declaration.expectation.meaning), (term: "checker", meaning: row.verdictSentence),
    ]
    return "  \(scenario.id)\n" + TextLayout.definitions(lines, width: width, indent: 4)
  }

  private func relaxableOrderings(_ width: Int) -> String {
    guard !info.relaxableOrderings.isEmpty else { return "" }
    let lines = info.relaxableOrderings.map { (term: "\($0.operation), \($0.ordering)", meaning: $0.why) }
    return "\nOrderings stronger than needed:\n" + TextLayout.definitions(lines, width: width)
  }

  private func sourceCode(_ width: Int) -> String {
    sources.map { source in
      "\n\(source.name):\n" + SourceExcerpt(source.lines, from: .declaration).text(width: width)
    }.joined()
  }

  private func counterexample(_ width: Int) -> String {
    guard let refuted else { return "\n" + TextLayout.paragraph("No counterexample: \(whyNone).", width: width) }
    return "\nA small counterexample:\n\n" + CheckTable([refuted]).drawings(width: width).joined()
  }
}

// MARK: - Expectations

extension Expectation {
  /// The expectation as a sentence without its period.
  var meaning: String {
    let least = leastThreads > 1 ? ", with at least \(leastThreads) threads; with fewer, the promise holds" : ""
    let besides = may.isEmpty ? "" : "; it may also show: " + may.listed(joinedBy: "or")
    return demand.meaning + least + besides + onlyChecked
  }

  /// The expected outcome; of a defect, without the findings that are only allowed.
  var briefly: String {
    switch demand {
    case .sound:
      "as promised" + (may.isEmpty ? "" : ", or " + may.listed(joinedBy: "or"))
        + (onWeakMemory.isEmpty ? "" : " on x86-64, but for the checker " + onWeakMemory.listed(joinedBy: "and"))
    case .all(let defects): defects.listed(joinedBy: "and")
    case .any(let findings), .ends(let findings): findings.listed(joinedBy: "or")
    }
  }

  private var onlyChecked: String {
    guard !onWeakMemory.isEmpty else { return "" }
    let findings = onWeakMemory.inOrder.map(\.meaning)
    return "; what the checker shows, and a run on x86-64 does not: " + findings.joined(separator: " and ")
  }
}

extension Expectation.Demand {
  fileprivate var meaning: String {
    switch self {
    case .sound: "the promise holds in every trial"
    case .all(let defects): "a known defect that a run must show: " + defects.listed(joinedBy: "and")
    case .any(let defects): "a known defect; a run must show " + defects.listed(joinedBy: "or")
    case .hang: "no trial ends; the watchdog stops the row"
    case .ends(let endings): "every trial ends in a trap" + (endings.contains(.hang) ? ", or does not end" : "")
    }
  }
}

extension Promise {
  /// The promise as a sentence without its period.
  var meaning: String {
    switch self {
    case .oneInstance: "all callers get the same instance"
    case .oneInstanceOrRefusal: "all callers get the same instance, or are refused"
    case .oneInstancePerClass: "all callers that ask for the same class get the same instance"
    case .oneInstancePerOwner: "all callers that ask the same owner get the same instance"
    case .oneAlive: "instances may follow one another, but no two are alive at the same time"
    }
  }
}

extension Set<Defect> {
  func listed(joinedBy word: String) -> String {
    inOrder.map(\.meaning).joined(separator: " \(word) ")
  }
}
