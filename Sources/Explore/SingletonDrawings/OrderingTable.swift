package import SingletonFindings
package import SingletonMemoryModels
package import SingletonTextFormats

/// A table of the minimal sets of memory orders of strategies, or of a class, with a section for each set and a line for each order.
package struct OrderingTable {
  private let rows: [OrderingRow]
  private let closing: String

  /// - Parameter closing: What a set is, in sentences.
  package init(_ rows: [OrderingRow], closing: String) {
    self.rows = rows
    self.closing = closing
  }

  /// Creates the table of strategies.
  ///
  /// - Parameters:
  ///   - threads: The numbers of threads of the checks, such as `2-3`.
  ///   - model: The memory model of the checks.
  package init(_ rows: [OrderingRow], threads: String, model: MemoryModel) {
    self.init(rows, closing: Self.closing(of: rows, threads: threads, model))
  }

  package var table: Table {
    let counts = Dictionary(rows.map { ($0.strategy, $0.set ?? 0) }, uniquingKeysWith: max)
    return Table(
      "Memory orders", sections: "strategy",
      columns: [
        Table.Column("operation", meaning: "The line of an atomic operation, and the role of its memory order in it."),
        Table.Column("written", .figure, meaning: "The memory order that the source spells."),
        Table.Column("least", .figure, meaning: "The memory order in the minimal set."),
        Table.Column("one step weaker", .verdict, meaning: "What goes wrong with an order one step weaker than that."),
      ],
      rows: rows.map { row in
        let count = counts[row.strategy]!
        let section = count > 1 ? "\(row.strategy), set \(row.set!) of \(count)" : row.strategy
        let texts = [
          "\(row.place) \(row.role)", row.ordering.name, row.verdict == .limit ? "?" : row.least.name,
        ]
        return Table.Row(section: section, texts.map { Table.Cell($0) } + [Table.Cell(StyledText(row))])
      })
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    let closing = TextLayout.wrapped(closing, width: min(80, width), cutsWords: true)
    return table.text(width: width, color: color) + "\n" + closing.joined(separator: "\n") + "\n"
  }

  package var markdown: String { table.markdown + "\n" + Markdown.escaped(closing) + "\n" }

  private static func closing(of rows: [OrderingRow], threads: String, _ model: MemoryModel) -> String {
    let sets = Set(rows.filter { $0.set != nil }.map { "\($0.strategy) \($0.set!)" }).count
    let undecided = Set(rows.filter { $0.verdict == .limit }.map(\.strategy)).count
    return
      "A set of orders suffices if, in checks with \(threads) threads under \(model.fullName), no execution shows a"
      + " defect that the strategy does not show with every order seq_cst; it is minimal if no order in it can be weaker. With more threads,"
      + " stronger orders may be needed. \(HumanFormat.counted(sets, "minimal set")) of"
      + " \(HumanFormat.counted(Set(rows.map(\.strategy)).count - undecided, "strategy", "strategies"))"
      + (undecided > 0 ? "; \(undecided) undecided." : ".")
  }
}

extension StyledText {
  fileprivate init(_ row: OrderingRow) {
    let comparison: String? =
      switch row.verdict {
      case .asWritten: nil
      case .weaker: "less than written suffices" + (row.reason.map { ": " + $0 } ?? "")
      case .stronger: "more than written"
      case .limit: "\(CheckVerdict.undecided): a limit ended a check"
      }
    let places = [row.scenario, row.threads.map { HumanFormat.counted($0, "thread") }].compactMap(\.self)
    let shown = row.defect.map { "\(row.weaker?.name ?? ""): \($0.meaning) (\(places.joined(separator: ", ")))" }
    let tone: Tone = row.verdict == .asWritten ? .good : row.verdict == .weaker ? .weak : .neutral
    self.init(text: [comparison, shown].compactMap(\.self).joined(separator: "; "), tone: tone)
  }
}
