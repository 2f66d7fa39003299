import SingletonTextFormats

/// Drawings for a page, each with a text alternative.
enum SVG {
  /// Returns a drawing.
  ///
  /// - Parameters:
  ///   - id: An identifier that is unique in the page; two more are derived from it.
  ///   - size: The width and height, which define only the view box if the drawing is scaled.
  ///   - isScaled: Whether the style sheet determines the size of the drawing.
  static func drawing(
    id: String, title: String, description: String, class name: String, size: (width: Double, height: Double),
    isScaled: Bool = false, _ content: [Markup]
  ) -> Markup {
    let texts: [Markup] = [
      .element("title", ["id": id + "-title"], text: title), .element("desc", ["id": id + "-desc"], text: description),
    ]
    let (width, height) = (number(size.width), number(size.height))
    return .element(
      "svg",
      [
        "role": "img", "aria-labelledby": "\(id)-title \(id)-desc", "class": name, "width": isScaled ? nil : width,
        "height": isScaled ? nil : height, "viewBox": isScaled ? "0 0 \(width) \(height)" : nil,
      ],
      texts + content)
  }

  /// Returns a line between places that may be given in percent.
  static func line(_ name: String, x: (String, String), y: (Double, Double)) -> Markup {
    .element("line", ["class": name, "x1": x.0, "x2": x.1, "y1": number(y.0), "y2": number(y.1)])
  }

  static func line(_ name: String, x: (Double, Double), y: (Double, Double)) -> Markup {
    line(name, x: (number(x.0), number(x.1)), y: y)
  }

  static func text(_ text: String, _ name: String, x: Double, y: Double) -> Markup {
    .element("text", ["class": name, "x": number(x), "y": number(y)], text: text)
  }

  static func number(_ value: Double) -> String { DecimalFormat.spelled(value, .decimals(2)) ?? "0" }

  /// Returns a share as a percentage.
  static func percent(_ share: Double) -> String { number(100 * share) + "%" }
}
