import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// A chart with a line for each subject, and marks on one logarithmic axis.
///
/// Positions are shares of the width, so the chart is as wide as its page, while its text keeps its size. On a narrow
/// page, the style sheet moves each label from the left of its line to above it.
struct DotChart {
  struct Line: Sendable {
    let label: String
    var points: [Point] = []
  }

  struct Point: Sendable {
    let mark: ChartMark
    let value: Double
    var interval: ClosedRange<Double>?
    /// The distance below the middle of the line, in pixels.
    var shift = 0.0
  }

  /// An identifier that is unique on the page. Two more are derived from it, for the texts of the drawing.
  let id: String
  let title: String
  let unit: AxisUnit
  let axis: LogAxis
  let lines: [Line]

  private static let pitch = 24.0
  private static let top = 24.0

  private var height: Double { Self.top + Self.pitch * Double(lines.count) + 4 }

  var markup: Markup {
    let description = "A line for each of: \(lines.map(\.label).joined(separator: "; ")). A table has the figures."
    let texts: [Markup] = [
      .element("title", ["id": id + "-title"], text: title), .element("desc", ["id": id + "-desc"], text: description),
    ]
    return .element(
      "div", ["class": "dots"],
      .element(
        "svg",
        [
          "role": "img", "aria-labelledby": "\(id)-title \(id)-desc", "class": "plot", "width": "300",
          "height": SVG.number(height),
        ], texts + scale + marks),
      .element(
        "svg", ["class": "labels", "aria-hidden": "true", "width": "310", "height": SVG.number(height)], labels))
  }

  private var labels: [Markup] {
    lines.enumerated().map { index, line in
      .element(
        "text", ["class": "label", "x": "0", "y": SVG.number(Self.top + Self.pitch * Double(index) + 1)],
        .element("title", text: line.label), .text(shortened(line.label)))
    }
  }

  /// Returns the label, cut to the width of its column. Its tooltip shows the whole label.
  private func shortened(_ label: String) -> String { label.count > 46 ? label.prefix(45) + "…" : label }

  private var scale: [Markup] {
    let places = axis.lines.map(axis.position).map(SVG.percent)
    return places.map { SVG.line("grid", x: ($0, $0), y: (Self.top - 6, height)) }
      + axis.labeled.map { tick in
        let place = axis.position(tick)
        let anchor = place < 0.05 ? "start" : place > 0.95 ? "end" : "middle"
        return .element(
          "text", ["class": "tick \(anchor)", "x": SVG.percent(place), "y": "12"], text: unit.label(tick))
      }
  }

  private var marks: [Markup] {
    lines.enumerated().flatMap { index, line -> [Markup] in
      let y = Self.top + Self.pitch * Double(index) + 11
      return [SVG.line("row", x: ("0", "100%"), y: (y, y))]
        + line.points.compactMap { point in
          let ends = point.interval.map { (axis.position($0.lowerBound), axis.position($0.upperBound)) }
          return ends.map {
            SVG.line(
              "span \(point.mark.name)", x: (SVG.percent($0), SVG.percent($1)), y: (y + point.shift, y + point.shift))
          }
        }
        + line.points.filter { $0.value > 0 }.map { point in
          point.mark.drawn(x: SVG.percent(axis.position(point.value)), y: y + point.shift)
        }
    }
  }
}

/// A mark in a chart. Marks differ in shape as well as in color.
struct ChartMark: Sendable {
  enum Shape { case disc, square, ring, triangle, cross }

  let shape: Shape
  /// The class of the mark in the style sheet, which determines its color.
  let name: String

  static let access = ChartMark(shape: .disc, name: "access")
  static let oldAccess = ChartMark(shape: .ring, name: "old")
  static let allCores = ChartMark(shape: .triangle, name: "access")

  init(_ tone: StyledText.Tone) {
    name = tone.rawValue
    shape =
      switch tone {
      case .good: .disc
      case .unproved: .square
      case .weak: .triangle
      case .bad: .cross
      case .neutral: .ring
      }
  }

  private init(shape: Shape, name: String) { (self.shape, self.name) = (shape, name) }

  /// Returns the drawn mark. The position may be given in percent.
  func drawn(x: String, y: Double) -> Markup {
    .element("svg", ["class": "mark", "x": x, "y": SVG.number(y)], shapeAtOrigin)
  }

  private var shapeAtOrigin: Markup {
    switch shape {
    case .disc: .element("circle", ["class": "solid \(name)", "r": "4"])
    case .ring: .element("circle", ["class": "hollow \(name)", "r": "3.5"])
    case .square: .element("path", ["class": "hollow \(name)", "d": "M-3.5 -3.5H3.5V3.5H-3.5Z"])
    case .triangle: .element("path", ["class": "solid \(name)", "d": "M0 -5L5 4H-5Z"])
    case .cross: .element("path", ["class": "stroke \(name)", "d": "M-4 -4L4 4M-4 4L4 -4"])
    }
  }

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
  /// Returns the mark for a report's times and rates. If there are two reports, the marks of the older one are hollow.
  func mark(of report: Int) -> ChartMark { count == 2 && report == 0 ? .oldAccess : .access }

  /// Returns the distance of a report's marks below the middle of a line, in pixels.
  func shift(of report: Int) -> Double { count < 2 ? 0 : report == 0 ? 5 : -5 }

  /// Returns the rows of a series with this number of threads. They are grouped by initializer cost, each with one
  /// element per report, which is `nil` if the report has no such row.
  func rows(of series: RowKey, threads: Int) -> [(cost: String, rows: [RowGroup?])] {
    let own = map { $0.rows(of: series).filter { $0.key.threads == threads } }
    return own.joined().map(\.key).initializerCosts.map { cost in
      (cost, own.map { $0.first { $0.key.initializerCost == cost } })
    }
  }

  func line(_ label: String, _ rows: [RowGroup?], _ figure: (RowGroup) -> MedianInterval?) -> DotChart.Line {
    let points = rows.enumerated().compactMap { report, row in
      row.flatMap(figure).map {
        DotChart.Point(mark: mark(of: report), value: $0.median, interval: $0.interval, shift: shift(of: report))
      }
    }
    return DotChart.Line(label: label, points: points)
  }
}

/// A logarithmic axis over whole decades.
struct LogAxis: Sendable {
  /// The exponents of the powers of ten at both ends.
  private let decades: ClosedRange<Int>

  /// - Parameter values: The values that the axis must cover. Values that are not positive and finite are ignored.
  init(covering values: [Double]) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map(log10)
    let bottom = Int((logarithms.min() ?? 0).rounded(.down))
    decades = bottom...max(bottom + 1, Int((logarithms.max() ?? 0).rounded(.up)))
  }

  /// Returns the position of a value, from 0 at the lower end to 1 at the upper end.
  func position(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let place = (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return min(1, max(0, place))
  }

  var lines: [Double] { decades.map { pow(10, Double($0)) } }

  /// The powers of ten that get labels. There are at most five of them, so that they fit on a narrow page, and the
  /// highest is always included.
  var labeled: [Double] {
    let step = (decades.count + 2) / 4
    return stride(from: decades.upperBound, through: decades.lowerBound, by: -step).map { pow(10, Double($0)) }
  }
}

enum AxisUnit: Sendable {
  case nanoseconds
  /// A share from 0 to 1, to be shown in percent.
  case share

  func label(_ value: Double) -> String {
    switch self {
    case .share: return HumanFormat.numeral(100 * value, .significant(3)) + "%"
    case .nanoseconds:
      let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
      // The comparison is with a thousandth less, because the value of a power of ten may have been rounded.
      let unit = units.first { value >= $0.0 * 0.999 } ?? (1, "ns")
      return HumanFormat.numeral(value / unit.0, .significant(3)) + " " + unit.1
    }
  }
}

/// Parts of drawings.
private enum SVG {
  /// Returns a line between two positions, which may be given in percent.
  static func line(_ name: String, x: (String, String), y: (Double, Double)) -> Markup {
    .element("line", ["class": name, "x1": x.0, "x2": x.1, "y1": number(y.0), "y2": number(y.1)])
  }

  static func number(_ value: Double) -> String { DecimalFormat.spelled(value, .decimals(2)) ?? "0" }

  static func percent(_ share: Double) -> String { number(100 * share) + "%" }
}
