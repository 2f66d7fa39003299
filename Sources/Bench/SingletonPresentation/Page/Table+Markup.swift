package import SingletonTextFormats

extension Table {
  /// Returns the table with its caption, in a region that scrolls if the page is narrow.
  var markup: Markup {
    .element(
      "div",
      ["class": hasVerdicts ? "scroll wide" : "scroll", "role": "region", "tabindex": "0", "aria-label": caption],
      table(isWhole: false))
  }

  /// The table as wide as the page. On a narrow page, each row becomes a list of its cells with the titles of their
  /// columns.
  var wholeMarkup: Markup { table(isWhole: true) }

  func folded(as summary: String) -> Markup {
    .element("details", ["class": "table"], .element("summary", text: summary), markup)
  }

  /// Returns the hints of the cells as a list, for readers who cannot point at a cell.
  func foldedHints(as summary: String) -> Markup {
    let hints = rows.flatMap { $0.cells.flatMap(\.parts) }.map(\.hint).filter { !$0.isEmpty }
    return .element(
      "details", ["class": "table"], .element("summary", text: summary),
      .element("ul", [:], hints.map { .element("li", text: $0) }))
  }

  private var hasVerdicts: Bool { columns.contains { $0.kind == .verdict } }

  private func table(isWhole: Bool) -> Markup {
    let head: [Markup] = columns.map {
      .element("th", ["scope": "col", "class": $0.kind == .figure ? "figure" : nil], text: $0.title)
    }
    let groups = rows.map(\.section).distinct.map { section in
      Markup.element(
        "tbody", [:],
        heading(section) + rows.filter { $0.section == section }.map { row($0.cells, isWhole: isWhole) })
    }
    return .element(
      "table", ["class": isWhole ? "matrix whole" : hasVerdicts ? "matrix" : nil],
      [.element("caption", text: caption), .element("thead", [:], .element("tr", [:], head))] + groups)
  }

  private func heading(_ section: String?) -> [Markup] {
    guard let section else { return [] }
    let head: Markup = .element("th", ["scope": "rowgroup", "colspan": String(columns.count)], text: section)
    return [.element("tr", ["class": "section"], head)]
  }

  private func row(_ cells: [Cell], isWhole: Bool) -> Markup {
    let head: Markup = .element("th", ["scope": "row"], .element("bdi", text: cells[0].text))
    return .element(
      "tr", [:], [head] + zip(columns, cells).dropFirst().map { $1.markup(in: $0, isWhole: isWhole) })
  }
}

extension Table.Cell {
  fileprivate func markup(in column: Table.Column, isWhole: Bool) -> Markup {
    let title = isWhole ? column.title : nil
    switch column.kind {
    case .verdict where parts.isEmpty: return .element("td", ["class": "none"], text: text)
    case .verdict: return .element("td", ["data-title": title], parts.map(\.markup))
    case .figure: return .element("td", ["class": "figure", "data-title": title], .element("bdi", text: text))
    case .text: return .element("td", ["data-title": title], .element("bdi", text: text))
    }
  }
}

extension Table.Cell.Part {
  /// The part of a cell, with the color and the sign of its tone.
  fileprivate var markup: Markup {
    let more: [Markup] = more.isEmpty ? [] : [.element("span", ["class": "more"], text: more)]
    return .element(
      "div", ["class": "cell \(text.tone.rawValue)", "title": hint.isEmpty ? nil : hint],
      [.element("span", ["class": "first"], text: "\(text.tone.sign) \(text.text)")] + more)
  }
}

extension Markup {
  /// Returns the sign of a tone in its color.
  package static func chip(_ tone: StyledText.Tone) -> Markup {
    .element("span", ["class": "chip \(tone.rawValue)"], text: tone.sign)
  }

  static func legend(_ tones: [(StyledText.Tone, String)]) -> Markup {
    .element("ul", ["class": "legend"], tones.map { .element("li", [:], chip($0), .text(" " + $1)) })
  }

  static func paragraph(_ text: String) -> Markup { .element("p", text: text) }
}
