import SingletonCore
import SingletonTextFormats

/// A table of the rates of violating trials, with a column for each initializer cost. It contains only strategies that
/// violated the promise with at least one cost.
struct InitializerCostTable {
  private let table: Table

  /// Creates the table, or returns `nil` if there is only one cost, or if no trial violated the promise.
  ///
  /// - Parameter name: The beginning of the caption, such as `old: `.
  init?(_ rows: [StressRow], name: String = "") {
    let costs = rows.map(\.key).initializerCosts
    let groups = RowGroup.sorted(RowGroup.acrossCosts(rows)).filter { $0.tally[.violatingTrials] > 0 }
    guard costs.count > 1, !groups.isEmpty else { return nil }
    table = Table(
      name + "Violating trials, and initializers per trial, by the initializer's cost",
      sections: "scenario and threads",
      columns: [Table.Column("strategy")] + costs.map { Table.Column($0, .figure) },
      rows: groups.map { group in
        let counted = RowGroup.byReplicates(group.rows).filter(\.wasCounted)
        let figures = costs.map { cost in
          counted.first { $0.key.initializerCost == cost }.map(Self.figures(of:)) ?? HumanFormat.unknown
        }
        return Table.Row(
          section: group.heading, ([group.key.strategy] + figures).map { Table.Cell($0) })
      })
  }

  private static func figures(of row: RowGroup) -> String {
    "\(row.violatingShare), \(HumanFormat.short(row.initsPerTrial))"
  }

  /// Returns the table as text. Columns that do not fit on a line follow in further tables below.
  func text(width: Int) -> String {
    TextLayout.paragraph(table.caption + ":", width: width)
      + table.stacked(width: width, gap: 2).map { "\n" + $0.text(width: width, gap: 2) }.joined()
  }

  var markdown: String { Markdown.escaped(table.caption) + ":\n\n" + table.markdown }

  var markup: [Markup] { [table.markup] }
}
