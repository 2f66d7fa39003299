package import SingletonTextFormats

/// Lines of source code with their numbers in the file.
package struct Listing {
  private let title: String
  private let excerpt: SourceExcerpt
  private let notes: (Int) -> [Markup]

  /// - Parameter notes: Returns what stands behind a line, by its number.
  package init(_ title: String, _ excerpt: SourceExcerpt, notes: @escaping (Int) -> [Markup] = { _ in [] }) {
    self.title = title
    self.excerpt = excerpt
    self.notes = notes
  }

  package var markup: Markup {
    let lines: [Markup] = excerpt.lines.map { line in
      .element(
        "li", ["value": String(line.number)], [.element("code", text: String(line.text))] + notes(line.number))
    }
    return .element(
      "figure", ["class": "listing"], .element("figcaption", text: title), .element("ol", [:], lines))
  }
}
