package import SingletonCore
import SingletonTextFormats

/// A table of the memory orders that strategies need, with a line for each weaker order that was tried.
package struct OrderingTable {
  private let rows: [OrderingRow]

  package init(_ rows: [OrderingRow]) { self.rows = rows }

  private var table: Table {
    Table(
      "Memory orders", sections: "strategy",
      columns: [
        Table.Column("operation"), Table.Column("order", .figure), Table.Column("weaker", .figure),
        Table.Column("verdict", .verdict),
      ],
      rows: rows.map { row in
        let texts = ["\(row.file):\(row.line) \(row.role)", row.ordering.name, row.weaker.name]
        return Table.Row(section: row.strategy, texts.map { Table.Cell($0) } + [Table.Cell(StyledText(row))])
      })
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    let closing = TextLayout.wrapped(closing, width: min(80, width), cutsWords: true)
    return table.text(width: width, color: color) + "\n" + closing.joined(separator: "\n") + "\n"
  }

  package var markdown: String { table.markdown + "\n" + Markdown.escaped(closing) + "\n" }

  private var closing: String {
    "An order is needed if, one step weaker, some execution shows a defect that the strategy does not show as written;"
      + " with more threads, orders may be needed that these checks do not need. "
      + HumanFormat.counted(rows.count, "weaker order") + ": "
      + HumanFormat.counts(rows.map(\.need), \.label) + "."
  }
}

extension OrderingRow.Need {
  fileprivate var label: String {
    switch self {
    case .needed: "needed"
    case .notNeeded: "not needed"
    case .limit: "\(CheckVerdict.undecided)"
    }
  }
}

extension StyledText {
  fileprivate init(_ row: OrderingRow) {
    let label = row.need.label
    switch row.need {
    case .needed:
      let model = row.model == .rc11WithDependencies ? row.model?.rawValue : nil
      let places = [row.scenario, row.threads.map { HumanFormat.counted($0, "thread") }, model].compactMap(\.self)
      self.init(text: "\(label): \(row.defect?.meaning ?? "") (\(places.joined(separator: ", ")))", tone: .good)
    case .notNeeded: self.init(text: label + (row.reason.map { ": " + $0 } ?? ""), tone: .weak)
    case .limit: self.init(text: "\(label): not all executions were seen", tone: .neutral)
    }
  }
}
