package import SingletonCore
import SingletonTextFormats

/// Which memory orders are needed, for a person: one line for each weaker order.
package struct OrderingTable {
  private let rows: [OrderingRow]

  package init(_ rows: [OrderingRow]) { self.rows = rows }

  package func text(width: Int = 80, color: Bool = false) -> String {
    let table = TextTable(
      titles: [["operation"], ["order"], ["weaker"]], lastTitle: "verdict",
      lines: rows.map {
        TextTable.Line(section: $0.strategy, cells: [$0.place, $0.ordering.name, $0.weaker.name], last: StyledText($0))
      })
    let closing = TextLayout.wrapped(statement + " " + counts, width: min(80, width), cutsWords: true)
    return table.text(width: width, color: color) + "\n" + closing.joined(separator: "\n") + "\n"
  }

  package var markdown: String {
    MarkdownTable(
      titles: ["strategy", "operation", "order", "weaker", "verdict"],
      rows: rows.map { [$0.strategy, $0.place, $0.ordering.name, $0.weaker.name, StyledText($0).text] }
    ).text + "\n" + Markdown.escaped(statement + " " + counts) + "\n"
  }

  private var statement: String {
    "An order is needed if, one step weaker, some execution shows a defect that the strategy does not show as written;"
      + " what these checks do not need, more threads may."
  }

  private var counts: String {
    let parts = OrderingRow.Need.allCases.compactMap { need -> String? in
      let count = rows.count { $0.need == need }
      return count == 0 ? nil : "\(HumanFormat.grouped(count)) \(need.words)"
    }
    return HumanFormat.counted(rows.count, "weaker order") + ": " + parts.joined(separator: ", ") + "."
  }
}

extension OrderingRow {
  /// `OnceFlag.swift:24 load`
  fileprivate var place: String { "\(file):\(line) \(role)" }
}

extension OrderingRow.Need {
  fileprivate var words: String {
    switch self {
    case .needed: "needed"
    case .notNeeded: "not needed"
    case .limit: "stopped by a limit"
    }
  }
}

extension StyledText {
  fileprivate init(_ row: OrderingRow) {
    switch row.need {
    case .needed:
      let model = row.model == .rc11WithDependencies ? row.model?.rawValue : nil
      let places = [row.scenario, row.threads.map { HumanFormat.counted($0, "thread") }, model].compactMap(\.self)
      self.init(
        text: "needed: \(row.defect?.words ?? "") (\(places.joined(separator: ", ")))", tone: .good)
    case .notNeeded:
      self.init(text: (["not needed"] + [row.reason].compactMap(\.self)).joined(separator: ": "), tone: .weak)
    case .limit: self.init(text: "stopped by a limit: not all executions were seen", tone: .neutral)
    }
  }
}
