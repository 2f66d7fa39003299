import SingletonCore
import SingletonTextFormats

/// A mark in a chart. Marks differ in shape, so that color is never the only difference.
struct ChartMark: Sendable {
  enum Shape: String, Sendable { case disc, ring, triangle, diamond, cross, bar, dash }

  let shape: Shape
  /// The style-sheet class of the mark's color.
  let name: String

  static let access = ChartMark(shape: .disc, name: "access")
  static let oldAccess = ChartMark(shape: .ring, name: "old")
  static let winner = ChartMark(shape: .triangle, name: "winner")
  static let loser = ChartMark(shape: .diamond, name: "loser")
  static let floor = ChartMark(shape: .bar, name: "floor")

  static let dash = ChartMark(shape: .dash, name: "floor")

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

  /// Returns the mark with coordinates of its own, at a place that may be given in percent.
  func drawn(x: String, y: String) -> Markup {
    .element("svg", ["class": "mark", "x": x, "y": y], shapeAtOrigin)
  }

  /// Returns the mark in the coordinates of a drawing that is scaled as a whole.
  func drawn(x: Double, y: Double) -> Markup {
    .element("g", ["transform": "translate(\(SVG.number(x)) \(SVG.number(y)))"], shapeAtOrigin)
  }

  private var shapeAtOrigin: Markup {
    switch shape {
    case .disc: .element("circle", ["class": "solid \(name)", "r": "4"])
    case .ring: .element("circle", ["class": "hollow \(name)", "r": "3.5"])
    case .triangle: .element("path", ["class": "solid \(name)", "d": "M0 -5L5 4H-5Z"])
    case .diamond: .element("path", ["class": "hollow \(name)", "d": "M0 -5L5 0L0 5L-5 0Z"])
    case .cross: .element("path", ["class": "stroke \(name)", "d": "M-4 -4L4 4M-4 4L4 -4"])
    case .bar: .element("path", ["class": "stroke \(name)", "d": "M0 -6V6"])
    case .dash: .element("path", ["class": "stroke dashed \(name)", "d": "M-8 0H8"])
    }
  }

  /// Returns a legend of the marks, for the line below a heading.
  static func legend(_ marks: [(ChartMark, String)]) -> Markup {
    .element(
      "ul", ["class": "legend"],
      marks.map { mark, words in
        let sign: Markup = .element(
          "svg", ["aria-hidden": "true", "class": "sign", "viewBox": "-8 -8 16 16"], mark.shapeAtOrigin)
        return .element("li", [:], sign, .text(" " + words))
      })
  }
}
