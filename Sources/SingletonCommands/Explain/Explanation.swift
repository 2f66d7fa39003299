import SingletonCore
import SingletonMemoryModels
import SingletonPresentation
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

/// The explanation of a strategy: its info, its source, and what the checker finds.
struct Explanation {
  let info: StrategyInfo
  /// The strategy's file, followed by the files of the types that it builds on.
  let sources: [SourceText]
  /// The listing of the strategy in plain Swift, or `nil` if there is none.
  let plainSwift: SourceText?
  /// The documents that the strategy cites.
  private let documents: [Document]
  private let lessons: [LessonReference]
  /// The declarations for each scenario, each with the checker's result.
  private let judged: [(declared: StrategyInfo.Declaration, row: CheckRow)]
  /// Whether any number of callers that only ask get what they are promised.
  private let anyNumber: AnyNumberRow

  init(of entry: CatalogEntry, in contents: ToolContents, limits: CheckLimits = .brief) throws {
    let catalog = contents.catalog
    info = entry.info
    sources = catalog.sources(of: info)
    plainSwift = catalog.plainSwift(of: info)
    documents = catalog.documents(citedBy: info)
    lessons = contents.lessons.filter { [id = info.id] in $0.strategies.contains(id) }
    judged = try info.declarations.map {
      ($0, try StrategyCheck(brief: entry, $0.scenario, in: catalog).checkedRow(limits: limits))
    }
    anyNumber = StrategyCheck(brief: entry, .firstAccess, in: catalog).proofForAnyNumber()
  }

  var rows: [CheckRow] { judged.map(\.row) }

  /// The first row that the checker refutes. The first scenario that a strategy declares is the simplest.
  var refuted: CheckRow? { rows.first { $0.counterexample != nil } }

  /// The reason why there is no counterexample, in words.
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

extension Explanation {
  /// The verdict at the beginning of an explanation: what the checker finds or, if the strategy is not modeled, what is
  /// declared.
  var verdict: String {
    ([whenOnlyAsked] + CheckVerdict.allCases.compactMap(otherwise)).map { $0 + "." }.joined(separator: " ")
  }

  /// The verdict on `first-access`, the scenario that every singleton should withstand.
  private var whenOnlyAsked: String {
    let asking = "if callers only ask, each once"
    guard let (declared, row) = judged.first(where: { $0.declared.scenario == .firstAccess }) else {
      return "nothing is declared for callers that only ask"
    }
    switch row.verdict {
    case .proved:
      return "safe \(asking): proved for \(StrategyCheck.briefThreads) threads" + condition(row) + forAnyNumber
    case .refuted: return "not safe even \(asking): \(outcome(declared, row))"
    case .undecided, .tooManyThreads: return "not decided \(asking): \(outcome(declared, row))"
    case .notModeled:
      let safety = declared.expectation.demand == .sound ? "safe" : "not safe even"
      let detail = declared.expectation == .sound ? "" : ": " + outcome(declared, row)
      return "declared \(safety) \(asking)\(detail); not modeled by check, only raced"
    }
  }

  /// What is proved beyond a number of threads, or why nothing is, as words that follow a proof.
  private var forAnyNumber: String {
    switch anyNumber.verdict {
    case .proved: "; what they get is proved for any number of threads"
    case .provedUnderSC: "; what they get is proved for any number of threads under sequential consistency"
    case .open: "; not proved for any number of threads, because \(anyNumber.reason ?? "")"
    }
  }

  /// Returns a sentence on the remaining scenarios that have this verdict, or `nil` if there are none.
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

  /// The defects in words: those that were found or, if nothing is modeled, those that are declared.
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

  /// The condition of a proof, as words that follow "proved".
  private func condition(_ row: CheckRow) -> Substring {
    row.verdictSentence.dropFirst("\(CheckVerdict.proved)".count)
  }
}

extension CheckVerdict {
  /// The words before a list of scenarios with this verdict.
  fileprivate var opening: String {
    switch self {
    case .proved: "Proved as well: "
    case .refuted: "Otherwise: "
    case .undecided, .tooManyThreads: "Not decided: "
    case .notModeled: "Declared besides: "
    }
  }
}

// MARK: - As text for a terminal

extension Explanation {
  func text(width: Int) -> String {
    [
      title(width), plainSwiftCode(width), declared(width), raceOfListing(width), relaxableOrderings(width),
      sourceCode(width), counterexample(width), nextLessons,
    ].joined()
  }

  private func title(_ width: Int) -> String {
    // The comment at the top of the strategy's file says more than the info, but only the info always exists.
    let header = sources.first?.header.filter { !$0.title.isEmpty }.map { ($0.title, $0.text) } ?? []
    let brief = [("Idea", info.idea), ("Source", info.citations.joined)]
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
      + judged.map { text(of: $0, checked: $1, width: width) }.joined(separator: "\n")
  }

  private func text(of declaration: StrategyInfo.Declaration, checked row: CheckRow, width: Int) -> String {
    let scenario = declaration.scenario
    let lines = [
      ("callers", scenario.summary), ("promise", scenario.promise.meaning),
      ("expected", "\(declaration.expectation)"), ("that is", declaration.expectation.meaning),
      ("checker", row.verdictSentence),
    ]
    return "  \(scenario.id)\n" + TextLayout.definitions(lines, width: width, indent: 4)
  }

  private func raceOfListing(_ width: Int) -> String {
    let remarks = plainSwift == nil ? [] : info.plain.remarks
    return remarks.isEmpty
      ? "" : "\nIts plain form:\n" + TextLayout.definitions(remarks, width: width)
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

// MARK: - As a Markdown page

extension Explanation {
  /// The address of the documentation's page for this strategy.
  var page: String {
    [
      "# \(info.id)\n", Markdown.escaped(info.idea) + ".\n", "## Overview\n", header, cited, plainSwiftCode,
      "## What is declared\n", declared, "## Its source\n", sourceCode, "## A small counterexample\n", counterexample,
      "## See it yourself\n", commands,
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var header: String {
    let names = info.alsoKnownAs.map { "`\($0)`" }.joined(separator: ", ")
    let verdict = Markdown.escaped(verdict.prefix(1).uppercased() + verdict.dropFirst())
    let paragraphs =
      [("Verdict", verdict)] + (sources.first?.header ?? []).map { ($0.title, $0.text) }
      + [("Also known as", names)]
    return paragraphs.filter { !$0.1.isEmpty }.map { "**\($0).** \($1)\n" }.joined(separator: "\n")
  }

  private var plainSwiftCode: String {
    guard let plainSwift else { return "" }
    return "## In plain Swift\n\n" + fenced(plainSwift.text, "swift")
  }

  private var cited: String {
    documents.map { "- **\($0.name)**: \(Markdown.escaped($0.subject))\n" }.joined()
  }

  private var declared: String {
    Table(
      "Declarations",
      titles: ["scenario", "what the callers do", "declared", "check, \(StrategyCheck.briefThreads) threads"],
      rows: judged.map {
        [$0.scenario.id, $0.scenario.summary, $0.expectation.meaning, $1.verdictSentence]
      }
    ).markdown
  }

  private var sourceCode: String {
    sources.map { source in
      "`\(source.name)`:\n\n" + fenced(SourceExcerpt(source.lines, from: .declaration).code, "swift")
    }.joined(separator: "\n")
  }

  private var counterexample: String {
    guard let refuted else { return "There is none: \(Markdown.escaped(whyNone)).\n" }
    return
      "The first declared scenario that the checker refutes, with \(StrategyCheck.briefThreads) threads. Each column is a"
      + " thread, each row is a step, and `>>` marks what the finding is about.\n\n"
      + fenced(CheckTable([refuted]).drawings().joined(), "text")
  }

  private var commands: String {
    let commands = ["--strategy \(info.id)", "check --strategy \(info.id)", "explain \(info.id)"]
    return (commands + lessons.map { "learn \($0.id)" }).map { "    \(Tool.current.name) \($0)\n" }.joined()
  }

  private func fenced(_ text: String, _ language: String) -> String { "```\(language)\n\(text)```\n" }
}

// MARK: - Expectations

extension Expectation {
  /// The expectation as a sentence without its period.
  var meaning: String {
    let least = leastThreads > 1 ? ", with at least \(leastThreads) threads; with fewer, the promise holds" : ""
    let besides = may.isEmpty ? "" : "; it may also show: " + may.listed(joinedBy: "or")
    return demand.meaning + least + besides + onlyChecked
  }

  /// The expected outcome, without defects that are only allowed.
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
    case .oneInstanceAfterFailure:
      "all callers get the same instance, but the one whose initializer throws may get none"
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
