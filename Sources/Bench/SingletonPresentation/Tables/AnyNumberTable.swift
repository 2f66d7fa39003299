package import SingletonCore
import SingletonDrawings
import SingletonReports
import SingletonTextFormats

/// A table of the proofs for any number of threads, with a line for each strategy in each scenario.
package struct AnyNumberTable {
  private let rows: [AnyNumberRow]

  package init(_ rows: [AnyNumberRow]) { self.rows = rows }

  private static func meaning(of name: String) -> String {
    AnyNumberColumns.all.first { $0.name == name }?.summary ?? ""
  }

  var table: Table {
    Table(
      "Any number of threads", sections: "scenario",
      columns: [
        Table.Column("strategy"), Table.Column("threads in view", .figure, meaning: Self.meaning(of: "threads")),
        Table.Column("views", .figure, meaning: Self.meaning(of: "views")), Table.Column("verdict", .verdict),
      ],
      rows: rows.sorted { Scenario.index(ofID: $0.scenario) < Scenario.index(ofID: $1.scenario) }.map { row in
        let isOpen = row.verdict == .open
        let figures = [row.threads, row.views].map { isOpen ? HumanFormat.unknown : HumanFormat.grouped($0) }
        return Table.Row(
          section: row.scenario,
          ([row.strategy] + figures).map { Table.Cell($0) } + [Table.Cell(StyledText(row))])
      })
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    table.text(width: width, color: color)
      + statements.map { paragraph in
        "\n" + TextLayout.wrapped(paragraph, width: min(80, width), cutsWords: true).joined(separator: "\n") + "\n"
      }.joined()
  }

  package var markdown: String {
    table.markdown + statements.map { "\n" + Markdown.escaped($0) + "\n" }.joined()
  }

  private var statements: [String] {
    (rows.contains { $0.verdict != .open } ? [ProofStatement.ofAnyNumber] : []) + [
      "Open says nothing about a strategy: what a view shows may be impossible. 'check' decides a row for a number of"
        + " threads, and 'check --form plain' the listing of a strategy that is not modeled. "
        + HumanFormat.counted(rows.count, "row") + ": " + HumanFormat.counts(rows.map(\.verdict), \.label) + "."
    ]
  }
}

extension AnyNumberRow.Verdict {
  fileprivate var label: String {
    switch self {
    case .proved: "proved"
    case .provedUnderSC: "proved under sequential consistency"
    case .open: "open"
    }
  }
}

extension StyledText {
  fileprivate init(_ row: AnyNumberRow) {
    let tone: Tone = row.verdict == .open ? .neutral : .good
    self.init(text: row.verdict.label + (row.reason.map { ": " + $0 } ?? ""), tone: tone)
  }
}
