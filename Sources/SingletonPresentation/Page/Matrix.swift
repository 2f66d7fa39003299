import SingletonCore
package import SingletonTextFormats

/// A table with a line for each strategy, whose cells have a color, a sign, and words.
///
/// A matrix that is whole is as wide as the page, and a narrow page shows its lines one by one, each cell with the title
/// of its column. Any other one scrolls, while its names stay visible.
struct Matrix {
  enum Cell: Sendable {
    /// One band for each report or thread count; without any, the cell has the sign of what was not tried.
    case bands([Band])
    case figure(String)
  }

  /// A part of a cell.
  struct Band: Sendable {
    let tone: StyledText.Tone
    let text: String
    /// A second line in smaller letters.
    var more = ""
    /// The full text, for a reader who points at the band.
    var words = ""
  }

  let title: String
  let description: String
  let columns: [String]
  let rows: [(name: String, cells: [Cell])]
  var isWhole = false

  var markup: [Markup] {
    let head = ["strategy"] + columns
    let table: Markup = .element(
      "table", ["class": isWhole ? "matrix whole" : "matrix", "aria-label": title],
      .element("thead", [:], .element("tr", [:], head.map { .element("th", ["scope": "col"], text: $0) })),
      .element("tbody", [:], rows.map(row)))
    return [
      .element("p", text: description),
      isWhole
        ? table
        : .element("div", ["class": "scroll wide", "role": "region", "tabindex": "0", "aria-label": title], table),
    ]
  }

  private func row(_ name: String, _ cells: [Cell]) -> Markup {
    let head: Markup = .element("th", ["scope": "row"], .element("bdi", text: name))
    return .element("tr", [:], [head] + zip(columns, cells).map { $1.markup(under: $0) })
  }
}

extension Matrix.Cell {
  /// - Parameter title: The title of the column.
  fileprivate func markup(under title: String) -> Markup {
    switch self {
    case .bands(let bands) where bands.isEmpty: .element("td", ["class": "none"], text: Usage.notTried)
    case .bands(let bands): .element("td", ["data-title": title], bands.map(\.markup))
    case .figure(let text): .element("td", ["class": "figure", "data-title": title], text: text)
    }
  }
}

extension Matrix.Band {
  fileprivate var markup: Markup {
    let more: [Markup] = more.isEmpty ? [] : [.element("span", ["class": "more"], text: more)]
    return .element(
      "div", ["class": "cell \(tone.rawValue)", "title": words],
      [.element("span", ["class": "first"], text: "\(tone.sign) \(text)")] + more)
  }
}

extension Markup {
  /// Returns the sign of a tone in its color.
  package static func chip(_ tone: StyledText.Tone) -> Markup {
    .element("span", ["class": "chip \(tone.rawValue)"], text: tone.sign)
  }

  /// Returns a legend of tones, for the line below a heading.
  static func legend(_ tones: [(StyledText.Tone, String)]) -> Markup {
    .element("ul", ["class": "legend"], tones.map { .element("li", [:], chip($0), .text(" " + $1)) })
  }
}
