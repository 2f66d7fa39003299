import SingletonCore
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
    return
      "with \(StrategyCheck.briefThreads) threads the promise is proved of the harness's form in each of these scenarios"
  }
}

// MARK: - The verdict

extension Explanation {
  /// The verdict at the beginning of an explanation: what the checker finds or, if the strategy is not modeled, what is
  /// declared.
  var verdict: String {
    ([whenOnlyAsked] + CheckVerdict.allCases.compactMap(otherwise)).map { $0 + "." }.joined(separator: " ")
  }

  /// The subject of the checker's verdicts: the checker runs the harness's form, not the listing.
  private static let subject = "the harness's form, below, is"

  /// The verdict on `first-access`, the scenario that every singleton should withstand.
  private var whenOnlyAsked: String {
    let asking = "if callers only ask, each once"
    guard let (declared, row) = judged.first(where: { $0.declared.scenario == .firstAccess }) else {
      return "nothing is declared for callers that only ask"
    }
    switch row.verdict {
    case .proved:
      return "\(Self.subject) proved \(asking), for \(StrategyCheck.briefThreads) threads" + condition(row)
        + forAnyNumber + " (RC11; locks, queues and once tokens trusted)"
    case .refuted: return "\(Self.subject) refuted even \(asking): \(outcome(declared, row))"
    case .undecided, .tooManyThreads: return "\(Self.subject) not decided \(asking): \(outcome(declared, row))"
    case .notModeled:
      let safety = declared.expectation.demand == .sound ? "safe" : "not safe even"
      let detail = declared.expectation == .sound ? "" : ": " + outcome(declared, row)
      return "declared \(safety) \(asking)\(detail); not modeled by check, \(checkOfListing ?? "only raced")"
    }
  }

  /// What `check` does with the listing of a strategy that is not modeled, or `nil` if it does nothing.
  private var checkOfListing: String? {
    switch info.plain.form {
    case is any AwaitedPlainForm.Type: "which checks its listing by tasks with --form plain"
    case let form? where form.notChecked == nil: "which checks its listing with --form plain"
    default: nil
    }
  }

  /// What is proved beyond a number of threads, or why nothing is, as words that follow a proof.
  private var forAnyNumber: String {
    switch anyNumber.verdict {
    case .proved: "; that all get one instance is proved for any number of such threads"
    case .provedUnderSC:
      "; that all get one instance is proved for any number of such threads under sequential consistency"
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
    case .refuted: return Verdict(found: row)?.findings.text(\.meaning, \.rawValue) ?? ""
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
    case .proved: "Proved as well, for \(StrategyCheck.briefThreads) threads: "
    case .refuted: "Otherwise: "
    case .undecided, .tooManyThreads: "Not decided: "
    case .notModeled: "Declared besides: "
    }
  }
}

// MARK: - As text for a terminal

extension Explanation {
  func text(width: Int) -> String {
    let orderings = info.relaxableOrderings.map { (term: "\($0.operation), \($0.ordering)", meaning: $0.why) }
    let sections =
      [
        (
          "In plain Swift" + (plainSwift.map { ", \($0.path)" } ?? ""),
          plainSwift.map {
            SourceExcerpt($0.lines).text(width: width, numbersLines: false) + "  " + Self.notThis + "\n"
          } ?? ""
        ),
        (
          "Declared, and checked in the harness's form (\(StrategyCheck.briefThreads) threads)",
          declared(width)
        ),
        ("Its plain form", TextLayout.definitions(plainSwift == nil ? [] : info.plain.remarks, width: width)),
        ("Orderings stronger than needed", TextLayout.definitions(orderings, width: width)),
      ] + sources.map { ($0.path, SourceExcerpt($0.lines, from: .declaration).text(width: width)) }
    return title(width) + sections.filter { !$0.1.isEmpty }.map { "\n\($0):\n\($1)" }.joined()
      + "\n" + counterexample(width)
      + (lessons.isEmpty ? "" : "\n") + lessons.map { "lesson:  \(Tool.current.name) learn \($0.id)\n" }.joined()
  }

  /// The note below a listing, which keeps the verdicts around it from being read as verdicts on it.
  private static let notThis = "No verdict here is on this listing: check --form plain."

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

  private func declared(_ width: Int) -> String {
    judged.map { declared, row in
      let lines = [
        ("callers", declared.scenario.summary), ("promise", declared.scenario.promise.meaning),
        ("expected", "\(declared.expectation)"), ("that is", declared.expectation.meaning),
        ("checker", row.verdictSentence),
      ]
      return "  \(declared.scenario.id)\n" + TextLayout.definitions(lines, width: width, indent: 4)
    }.joined(separator: "\n")
  }

  private func counterexample(_ width: Int) -> String {
    guard let refuted else { return TextLayout.paragraph("No counterexample: \(whyNone).", width: width) }
    return "A small counterexample:\n\n" + CheckTable([refuted]).drawings(width: width).joined()
  }
}

// MARK: - As a Markdown page

extension Explanation {
  /// The address of the documentation's page for this strategy.
  var page: String {
    let source = sources.map { source in
      "`\(source.path)`:\n\n" + fenced(SourceExcerpt(source.lines, from: .declaration).code, "swift")
    }
    return
      ([
        "# \(info.id)\n", Markdown.escaped(info.idea) + ".\n", "## Overview\n", header, cited,
        plainSwift.map { "## In plain Swift\n\n\(Self.notThis)\n\n" + fenced($0.text, "swift") } ?? "",
        "## What is declared\n", declared,
        "## Its source\n",
      ] + source + ["## A small counterexample\n", counterexample, "## See it yourself\n", commands])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var header: String {
    let names = info.alsoKnownAs.map { "`\($0)`" }.joined(separator: ", ")
    let verdict = Markdown.escaped(verdict.prefix(1).uppercased() + verdict.dropFirst())
    let paragraphs =
      [("Verdict", verdict)] + (sources.first?.header ?? []).map { ($0.title, $0.text) }
      + [("Also known as", names)]
    return paragraphs.filter { !$0.1.isEmpty }.map { "**\($0).** \($1)\n" }.joined(separator: "\n")
  }

  private var cited: String {
    documents.map { "- **\($0.name)**: \(Markdown.escaped($0.subject))\n" }.joined()
  }

  private var declared: String {
    Table(
      "Declarations",
      titles: [
        "scenario", "what the callers do", "declared",
        "check of the harness's form, \(StrategyCheck.briefThreads) threads",
      ],
      rows: judged.map {
        [$0.scenario.id, $0.scenario.summary, $0.expectation.meaning, $1.verdictSentence]
      }
    ).markdown
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
