/// Drawings for a page, each with a text alternative.
package enum SVG {
  /// Returns a drawing.
  ///
  /// - Parameters:
  ///   - id: An identifier that is unique in the page; two more are derived from it.
  ///   - size: The width and height, which define only the view box if the drawing is scaled.
  ///   - isScaled: Whether the style sheet determines the size of the drawing.
  package static func drawing(
    id: String, title: String, description: String, class name: String, size: (width: Double, height: Double),
    isScaled: Bool = false, _ content: [Markup]
  ) -> Markup {
    let texts: [Markup] = [
      .element("title", ["id": id + "-title"], text: title), .element("desc", ["id": id + "-desc"], text: description),
    ]
    let (width, height) = (number(size.width), number(size.height))
    let names = "\(id)-title \(id)-desc"
    guard isScaled else {
      return .element(
        "svg", ["role": "img", "aria-labelledby": names, "class": name, "width": width, "height": height],
        texts + content)
    }
    return .element(
      "svg", ["role": "img", "aria-labelledby": names, "class": name, "viewBox": "0 0 \(width) \(height)"],
      texts + content)
  }

  package static func line(
    _ name: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) -> Markup {
    .element(
      "line",
      [
        "class": name, "x1": number(start.x), "y1": number(start.y), "x2": number(end.x), "y2": number(end.y),
      ])
  }

  package static func text(_ text: String, _ name: String, x: Double, y: Double) -> Markup {
    .element("text", ["class": name, "x": number(x), "y": number(y)], text: text)
  }

  package static func number(_ value: Double) -> String { DecimalFormat.spelled(value, .decimals(2)) ?? "0" }

  /// Returns a share as a percentage.
  package static func percent(_ share: Double) -> String { number(100 * share) + "%" }

  /// Returns a text shortened to `count` characters for a drawing; tables show the whole text.
  package static func shortened(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
  }
}
