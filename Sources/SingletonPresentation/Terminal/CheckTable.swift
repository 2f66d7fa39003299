package import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonTextFormats

/// A human-readable table of a check: one line for each strategy in each scenario and thread count, and the drawings of
/// the counterexamples.
package struct CheckTable {
  private let rows: [CheckRow]
  private let isComplete: Bool

  /// - Parameter isComplete: Whether these are all rows, or an interruption left some out.
  package init(_ rows: [CheckRow], isComplete: Bool = true) {
    self.rows = rows
    self.isComplete = isComplete
  }

  /// - Parameter drawing: Whether to draw the counterexamples below the table.
  package func text(width: Int = 80, color: Bool = false, drawing: Bool) -> String {
    let table = TextTable(
      titles: [["strategy"], ["executions"]], lastTitle: "verdict",
      lines: inSections.map {
        TextTable.Line(section: $0.heading, cells: [$0.strategy, $0.executionCount], last: StyledText($0))
      })
    let drawn = drawing ? drawings(width: width, color: color) : []
    return table.text(width: width, color: color) + "\n" + drawn.map { $0 + "\n" }.joined()
      + closing(hasDrawn: drawing, width: width)
  }

  package var markdown: String {
    MarkdownTable(
      titles: ["scenario", "threads", "model", "strategy", "executions", "verdict"], numeric: 4..<5,
      rows: inSections.map {
        [$0.scenario, "\($0.threads)", $0.model.rawValue, $0.strategy, $0.executionCount, StyledText($0).text]
      }
    ).text + "\n" + (legend + statements).map { Markdown.escaped($0) }.joined(separator: "\n\n") + "\n"
  }

  /// Returns the number of rows per verdict, such as `334 rows: 120 proved, 214 refuted; everything as declared.`
  package static func counts(_ rows: [CheckRow], isComplete: Bool = true) -> String {
    let parts = CheckVerdict.allCases.compactMap { verdict -> String? in
      let count = rows.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(HumanFormat.grouped(count)) \(verdict)"
    }
    return HumanFormat.counted(rows.count, "row") + ": " + parts.joined(separator: ", ") + "; "
      + conclusion(rows, isComplete)
  }

  private static func conclusion(_ rows: [CheckRow], _ isComplete: Bool) -> String {
    let surprises = rows.count { !$0.isAsDeclared }
    if surprises > 0 { return HumanFormat.grouped(surprises) + " not as declared." }
    if rows.allSatisfy({ $0.verdict == .notModeled }) { return "nothing was checked." }
    let isOpen = !isComplete || rows.contains { $0.verdict == .undecided || $0.verdict == .tooManyThreads }
    return isOpen ? "nothing that is not declared, so far." : "everything as declared."
  }

  private var inSections: [CheckRow] { rows.sorted { $0.place < $1.place } }

  /// Returns a verdict in the table's words.
  package static func words(of row: CheckRow) -> String { StyledText(row).text }

  /// Returns one drawing for each strategy, scenario, and model: the first in the rows' order, which has the fewest
  /// threads.
  package func drawings(width: Int = 80, color: Bool = false) -> [String] {
    let shown = rows.filter { $0.counterexample != nil }
      .distinct { [$0.strategy, $0.scenario, $0.model.rawValue] }
    return shown.map { row in
      let model = row.counterexample!.strongestModel ?? row.model
      return "\(row.strategy), \(row.scenario), \(HumanFormat.counted(row.threads, "thread")), \(model.rawValue):\n\n"
        + CounterexampleDrawing(row.counterexample!, width: width, color: color).text
    }
  }

  /// Returns the text below the table. The legend is omitted if the drawings, which explain the models, are shown.
  private func closing(hasDrawn: Bool, width: Int) -> String {
    let hint = "Counterexamples: \(Tool.current.name) check --strategy ID draws them."
    let hints = rows.contains { $0.counterexample != nil } ? legend + [hint] : legend
    let paragraphs = (hasDrawn ? [] : hints) + statements
    return paragraphs.map { TextLayout.wrapped($0, width: min(80, width), cutsWords: true).joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// The meaning of the models in parentheses.
  private var legend: [String] {
    let shown = MemoryModel.strongestFirst.filter { model in rows.contains { $0.strongestModels.values.contains(model) }
    }
    if shown.isEmpty { return [] }
    return ["Seen by: " + shown.map { "(\($0.rawValue)) \($0.machines)" }.joined(separator: "; ") + "."]
  }

  /// The meaning of a proof, and the number of rows per verdict.
  private var statements: [String] {
    let proved = Set(rows.filter { $0.verdict == .proved }.map(\.model))
    return (proved.isEmpty ? [] : ProofStatement.paragraphs(models: proved)) + [
      CheckTable.counts(rows, isComplete: isComplete)
    ]
  }
}

extension CheckRow {
  fileprivate var heading: String {
    let threads = scenario + ", " + HumanFormat.counted(self.threads, "thread")
    return model == .rc11 ? threads : threads + ", " + model.rawValue
  }

  fileprivate var place: (model: Int, scenario: Int, threads: Int) {
    (MemoryModel.allCases.firstIndex(of: model)!, Scenario.place(ofID: scenario), threads)
  }

  fileprivate var executionCount: String {
    completeExecutions.map { HumanFormat.grouped($0) } ?? HumanFormat.unknown
  }

  /// The findings in words, each group with the strongest model that shows it, such as `more than one instance (sc);
  /// handed out half-built (rc11)`.
  fileprivate var findings: String {
    let groups = MemoryModel.strongestFirst.map(Optional.some) + [nil]
    return groups.compactMap { model in
      let defects = reported.inOrderOfInterest.filter { strongestModels[$0] == model }
      guard !defects.isEmpty else { return nil }
      return defects.map(\.words).joined(separator: ", ") + (model.map { " (\($0.rawValue))" } ?? "")
    }.joined(separator: "; ")
  }

  /// Why there is no proof and no refutation.
  package var whyOpen: String? {
    switch verdict {
    case .proved, .refuted: nil
    case .undecided where completeExecutions == nil: "no execution was complete before the limit"
    case .undecided: "\(HumanFormat.counted(executions ?? 0, "execution")) explored, and there are more"
    case .tooManyThreads:
      "each phase of the scenario has threads of its own, and these are more than the checker can have; no limit of time"
        + " or executions changes that"
    case .notModeled: "implemented by the language runtime, which has no source to run in a model"
    }
  }
}

extension StyledText {
  init(_ row: CheckRow) {
    self.init(text: Self.sentence(row), tone: row.isAsDeclared ? row.verdict.tone : .bad)
  }

  private static func sentence(_ row: CheckRow) -> String {
    switch row.verdict {
    case .notModeled, .undecided, .tooManyThreads: return "\(row.verdict)" + (row.whyOpen.map { ": " + $0 } ?? "")
    case .proved:
      let proved = "proved" + (row.condition.map { ", \($0)" } ?? "")
      return (row.found.isEmpty ? proved : "\(proved); \(row.findings)") + undeclared(row)
    case .refuted: return "refuted: \(row.findings)" + undeclared(row)
    }
  }

  private static func undeclared(_ row: CheckRow) -> String {
    switch row.grade {
    case .failed: "; NOT DECLARED: expected \(row.expected)"
    case .notReproduced: "; NOT FOUND: expected \(row.expected)"
    case .passed, .reproduced, nil: ""
    }
  }
}
