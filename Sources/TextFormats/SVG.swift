/// Drawings for a page, each with its text alternative.
package enum SVG {
  /// - Parameters:
  ///   - id: unlike all others of the page; two more are made of it.
  ///   - size: nil where the style sheet says how large it is.
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

  /// Of the whole width.
  package static func percent(_ share: Double) -> String { number(100 * share) + "%" }

  /// For a drawing, where there is no place for more; tables have the whole.
  package static func shortened(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
  }
}
