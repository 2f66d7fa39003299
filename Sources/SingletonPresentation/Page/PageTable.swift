import SingletonCore
import SingletonTextFormats

/// A table on a page: the data of a chart for readers who cannot see it, or any other rows.
struct PageTable {
  let caption: String
  let titles: [String]
  /// The first of the columns that hold figures.
  var firstFigure = Int.max
  let rows: [[String]]

  var markup: Markup {
    .element("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption], table)
  }

  /// Returns the table, collapsed until a reader opens it.
  ///
  /// - Parameter isRaw: Whether to leave it out on paper.
  func folded(as summary: String, isRaw: Bool = false) -> Markup {
    .element("details", ["class": isRaw ? "raw" : "table"], .element("summary", text: summary), markup)
  }

  private var table: Markup {
    let head: Markup = .element(
      "tr", [:],
      titles.enumerated().map { .element("th", ["scope": "col", "class": name($0.offset)], text: $0.element) })
    return .element(
      "table", [:], .element("caption", text: caption), .element("thead", [:], head),
      .element("tbody", [:], rows.map(row)))
  }

  private func row(_ cells: [String]) -> Markup {
    .element(
      "tr", [:],
      cells.enumerated().map { index, text in
        let content: Markup = .element("bdi", text: text)
        if index == 0 { return .element("th", ["scope": "row"], content) }
        return index < firstFigure ? .element("td", [:], content) : .element("td", ["class": "figure"], content)
      })
  }

  private func name(_ index: Int) -> String { index < firstFigure ? "words" : "figure" }
}
