package import SingletonCore
import SingletonTextFormats

/// An overview of a run: the verdicts on strategies in scenarios.
///
/// Thread counts and replicates are pooled: the worst verdict counts, and a defect that was seen once was seen.
package struct VerdictTable {
  private struct Column {
    let scenario: String
    /// The verdicts by strategy, without those strategies that have no row in the scenario.
    let cells: [String: StyledText]

    /// The title in two lines, broken at its first hyphen.
    var title: [String] {
      let parts = scenario.split(separator: "-", maxSplits: 1).map(String.init)
      return parts.count == 2 ? [parts[0] + "-", parts[1]] : ["", parts[0]]
    }

    var width: Int { (title + cells.values.map(\.text)).map(\.count).max() ?? 0 }
  }

  private static let gap = 2

  /// The strategies in the rows' order.
  private let strategies: [String]
  private let threads: [Int]
  private let columns: [Column]
  /// The words of the cells, with their meanings.
  private let words: [String]

  package init(_ rows: [StressRow]) {
    strategies = rows.map(\.key.strategy).distinct
    let threads = Set(rows.map(\.key.threads)).sorted()
    let groups = Dictionary(grouping: PooledRow.begun(rows), by: \.key.scenario)
    self.threads = threads
    let all = groups.values.joined()
    let harmless = all.reduce(into: Set<Defect>()) { $0.formUnion($1.harmless) }
    words = Verdict.legend(of: all.map(\.verdict)) + [HarmlessMark.meaning(of: harmless)].compactMap(\.self)
    columns = groups.keys.map(\.self).inScenarioOrder.map { scenario in
      let byStrategy = Dictionary(grouping: groups[scenario]!, by: \.key.strategy)
      return Column(scenario: scenario, cells: byStrategy.mapValues { StyledText(pooling: $0, among: threads) })
    }
  }

  /// Returns the table as text. Columns that do not fit beside the others are below them.
  package func text(width: Int = 80, color: Bool = false) -> String {
    guard !columns.isEmpty else { return "" }
    let legend = words.isEmpty ? [] : [""] + TextLayout.wrapped(words.joined(separator: ", ") + ".", width: width)
    return heading(width) + blocks(width).map { "\n" + text(of: $0, color: color) }.joined()
      + legend.map { $0 + "\n" }.joined()
  }

  private func heading(_ width: Int) -> String {
    let hint = threads.count > 1 ? "; a number: the fewest threads that brought it" : ""
    let counts = threads.map(HumanFormat.grouped).joined(separator: ", ")
    let text = "Verdicts with \(counts) \(threads == [1] ? "thread" : "threads")\(hint)"
    return TextLayout.wrapped(text, width: width, later: "   ", cutsWords: true).map { $0 + "\n" }.joined()
  }

  private var nameWidth: Int { (strategies + ["strategy"]).map(\.count).max() ?? 0 }

  private func blocks(_ width: Int) -> [[Column]] {
    var blocks: [[Column]] = []
    var space = 0
    for column in columns {
      if blocks.isEmpty || space < Self.gap + column.width {
        blocks.append([])
        space = width - nameWidth
      }
      blocks[blocks.count - 1].append(column)
      space -= Self.gap + column.width
    }
    return blocks
  }

  private func text(of block: [Column], color: Bool) -> String {
    let head = [0, 1].map { index in
      line(["", "strategy"][index], block) { StyledText(text: $0.title[index], tone: .neutral) }
    }
    let present = strategies.filter { strategy in block.contains { $0.cells[strategy] != nil } }
    return (head + present.map { strategy in line(strategy, block, color: color) { $0.cells[strategy] } }).joined()
  }

  private func line(_ name: String, _ block: [Column], color: Bool = false, _ cell: (Column) -> StyledText?) -> String {
    var (text, length, start) = (name, name.count, nameWidth)
    for column in block {
      start += Self.gap
      if let outcome = cell(column), !outcome.text.isEmpty {
        text += String(repeating: " ", count: start - length)
        text += color ? outcome.tone.painted(outcome.text) : outcome.text
        length = start + outcome.text.count
      }
      start += column.width
    }
    return text + "\n"
  }
}

extension StyledText {
  /// Creates the pooled verdict on one strategy in one scenario, from one row for each thread count.
  fileprivate init(pooling rows: [PooledRow], among threads: [Int]) {
    let verdict = Verdict.pooled(rows.map(\.verdict))!
    let bringsNumber = threads.count > 1 && !verdict.kind.isSafe
    let fewest = rows.filter { $0.verdict.kind == verdict.kind }.map(\.key.threads).min()
    let harmless = verdict.kind.sawNothing ? rows.reduce(into: Set<Defect>()) { $0.formUnion($1.harmless) } : []
    let cell = verdict.cell.marked(with: harmless)
    self.init(text: cell.text + (bringsNumber ? fewest.map { " \($0)" } ?? "" : ""), tone: cell.tone)
  }
}
