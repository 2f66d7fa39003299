package import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonTextFormats

/// A table of a check, with a line for each strategy in each scenario and thread count, followed by the drawings of the
/// counterexamples.
package struct CheckTable {
  private let rows: [CheckRow]
  private let isComplete: Bool

  /// - Parameter isComplete: Whether these are all rows. If not, an interruption has left some out.
  package init(_ rows: [CheckRow], isComplete: Bool = true) {
    self.rows = rows
    self.isComplete = isComplete
  }

  var table: Table {
    Table(
      "Results of check", sections: "scenario, threads and model",
      columns: [Table.Column("strategy"), Table.Column("executions", .figure), Table.Column("verdict", .verdict)],
      rows: rows.sorted { $0.place < $1.place }.map { row in
        Table.Row(
          section: row.heading,
          [
            Table.Cell(row.strategy),
            Table.Cell(row.completeExecutions.map { HumanFormat.grouped($0) } ?? HumanFormat.unknown),
            Table.Cell(StyledText(row)),
          ])
      })
  }

  /// - Parameter drawing: Whether to draw the counterexamples below the table.
  package func text(width: Int = 80, color: Bool = false, drawing: Bool) -> String {
    let drawn = drawing ? drawings(width: width, color: color) : []
    return table.text(width: width, color: color) + "\n" + drawn.map { $0 + "\n" }.joined()
      + closing(hasDrawn: drawing, width: width)
  }

  package var markdown: String {
    table.markdown + "\n" + (legend + statements).map { Markdown.escaped($0) }.joined(separator: "\n\n") + "\n"
  }

  /// Returns the number of rows with each verdict, such as `334 rows: 120 proved, 214 refuted; everything as declared.`
  package static func counts(_ rows: [CheckRow], isComplete: Bool = true) -> String {
    "\(HumanFormat.counted(rows.count, "row")): \(HumanFormat.counts(rows.map(\.verdict), \.description)); "
      + conclusion(rows, isComplete)
  }

  private static func conclusion(_ rows: [CheckRow], _ isComplete: Bool) -> String {
    let surprises = rows.count { !$0.isAsDeclared }
    if surprises > 0 { return HumanFormat.grouped(surprises) + " not as declared." }
    if rows.allSatisfy({ $0.verdict == .notModeled }) { return "nothing was checked." }
    let isOpen = !isComplete || rows.contains { $0.verdict == .undecided || $0.verdict == .tooManyThreads }
    return isOpen ? "nothing undeclared so far." : "everything as declared."
  }

  /// Returns one drawing for each strategy, scenario, and model: that of the first row, which has the fewest threads.
  package func drawings(width: Int = 80, color: Bool = false) -> [String] {
    let shown = rows.filter { $0.counterexample != nil }
      .distinct { [$0.strategy, $0.scenario, $0.model.rawValue, $0.form.rawValue] }
    return shown.map { row in
      var shown = row
      shown.model = row.counterexample!.strongestModel ?? row.model
      return "\(shown.title):\n\n"
        + CounterexampleDrawing(
          row.counterexample!, command: row.counterexample!.replayCommand, width: width, color: color
        ).text
    }
  }

  /// Returns the text below the table. It includes the legend of memory models unless the drawings, which explain the
  /// models, are shown.
  private func closing(hasDrawn: Bool, width: Int) -> String {
    let hint = "Counterexamples: \(Tool.current.name) check --strategy ID draws them."
    let hints = rows.contains { $0.counterexample != nil } ? legend + [hint] : legend
    let paragraphs = (hasDrawn ? [] : hints) + statements
    return paragraphs.map { TextLayout.wrapped($0, width: min(80, width), cutsWords: true).joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// Explanations of the memory models that appear in parentheses in the table.
  private var legend: [String] {
    let meanings = MemoryModel.strongestFirst.flatMap { model in
      rows.filter { $0.strongestModels.values.contains(model) }
        .map { "(\(model.rawValue)) \($0.form == .plain ? model.machinesOfCompiledCode : model.machines)" }.distinct
    }
    return meanings.isEmpty ? [] : ["Allowed by: " + meanings.joined(separator: "; ") + "."]
  }

  /// A statement of what a proof means, and the number of rows with each verdict.
  private var statements: [String] {
    ProofStatement.paragraphs(of: rows) + [CheckTable.counts(rows, isComplete: isComplete)]
  }
}

extension CheckRow {
  fileprivate var heading: String {
    let isUsual = model == .rc11 || callers == .tasks
    return "\(scenario), \(callers.counted(threads))" + (isUsual ? "" : ", " + model.rawValue)
      + (form == .harness ? "" : ", " + form.rawValue)
  }

  fileprivate var place: (model: Int, scenario: Int, threads: Int, form: Int, callers: Int) {
    (
      MemoryModel.allCases.firstIndex(of: model)!, Scenario.index(ofID: scenario), threads,
      RowForm.allCases.firstIndex(of: form)!, Callers.allCases.firstIndex(of: callers)!
    )
  }
}

// MARK: - On a page

extension CheckTable {
  /// The table for a page, below a matrix of all strategies and all scenarios.
  var markup: [Markup] {
    let meanings: [(StyledText.Tone, String)] = [
      (.good, "proved for this number of threads"), (.bad, "refuted: an execution breaks the promise"),
      (.neutral, "open: not decided, or not modeled"),
    ]
    let description =
      CheckTable.counts(rows)
      + (rows.contains { $0.form == .plain } ? "" : " It is the harness's form that was checked.")
      + " In brackets: the number of threads; below: the number of executions. A dot"
      + " (\(Table.Cell.notTried)): not checked."
    return [
      .legend(meanings), .paragraph(description), matrix.markup, table.folded(as: "The results as a table"),
    ]
  }

  private var matrix: Table {
    let places = Dictionary(grouping: rows) { RowKey.subject($0.strategy, $0.scenario) }
    let scenarios = places.keys.map(\.scenario).inScenarioOrder
    return Table(
      "Strategies against scenarios, every execution checked",
      columns: [Table.Column("strategy")] + scenarios.map { Table.Column($0, .verdict) },
      rows: rows.map(\.strategy).distinct.map { strategy in
        Table.Row(
          [Table.Cell(strategy)]
            + scenarios.map { Table.Cell((places[.subject(strategy, $0)] ?? []).map(band)) })
      })
  }

  private func band(_ row: CheckRow) -> Table.Cell {
    let verdict = row.verdict == .notModeled ? "no model" : row.verdict.rawValue
    let hasOneModel = Set(rows.map(\.model)).count == 1
    let more = [
      hasOneModel ? nil : row.model.rawValue, row.form == .harness ? nil : row.form.rawValue,
      row.completeExecutions.map { HumanFormat.short($0) + " exec." },
      row.isAsDeclared ? nil : Grade.failed.notice,
    ].compactMap(\.self)
    return Table.Cell(
      StyledText(text: "\(verdict) (\(row.threads))", tone: row.verdict.tone), more: more.joined(separator: ", "),
      hint: "\(row.title): \(row.verdictSentence)")
  }
}
