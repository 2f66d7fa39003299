import SingletonCore
import SingletonTextFormats

/// A mark in a chart. Marks differ in shape as well as in color.
struct ChartMark: Sendable {
  enum Shape { case disc, ring, triangle, cross, dash }

  let shape: Shape
  /// The style-sheet class of the mark's color.
  let name: String

  static let access = ChartMark(shape: .disc, name: "access")
  static let oldAccess = ChartMark(shape: .ring, name: "old")
  static let floor = ChartMark(shape: .dash, name: "floor")

  /// Creates the mark of a verdict's tone.
  init(_ tone: StyledText.Tone) {
    let shape: Shape =
      switch tone {
      case .good: .disc
      case .weak: .triangle
      case .bad: .cross
      case .neutral: .ring
      }
    self.init(shape: shape, name: tone.rawValue)
  }

  private init(shape: Shape, name: String) {
    self.shape = shape
    self.name = name
  }

  /// Returns the mark at a place that may be given in percent.
  func drawn(x: String, y: Double) -> Markup {
    .element("svg", ["class": "mark", "x": x, "y": SVG.number(y)], shapeAtOrigin)
  }

  private var shapeAtOrigin: Markup {
    switch shape {
    case .disc: .element("circle", ["class": "solid \(name)", "r": "4"])
    case .ring: .element("circle", ["class": "hollow \(name)", "r": "3.5"])
    case .triangle: .element("path", ["class": "solid \(name)", "d": "M0 -5L5 4H-5Z"])
    case .cross: .element("path", ["class": "stroke \(name)", "d": "M-4 -4L4 4M-4 4L4 -4"])
    case .dash: .element("path", ["class": "stroke dashed \(name)", "d": "M-8 0H8"])
    }
  }

  /// Returns a legend of the marks, for the line below a heading.
  static func legend(_ marks: [(ChartMark, String)]) -> Markup {
    .element(
      "ul", ["class": "legend"],
      marks.map { mark, meaning in
        let sign: Markup = .element(
          "svg", ["aria-hidden": "true", "class": "sign", "viewBox": "-8 -8 16 16"], mark.shapeAtOrigin)
        return .element("li", [:], sign, .text(" " + meaning))
      })
  }
}

extension [PageReport] {
  /// Returns the mark of a report's times and rates: the old of two reports has a hollow mark.
  func mark(of report: Int) -> ChartMark { count == 2 && report == 0 ? .oldAccess : .access }

  /// Returns the distance of a report's marks below the middle of a line, in pixels.
  func shift(of report: Int) -> Double { count < 2 ? 0 : report == 0 ? 5 : -5 }
}
