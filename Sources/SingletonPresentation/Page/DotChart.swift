import SingletonCore
import SingletonTextFormats

/// A chart with a line for each subject, and marks on one logarithmic axis.
///
/// Positions are shares of the width, so that the chart is as wide as its page and its text keeps its size. On a narrow
/// page, the style sheet moves each label from beside its line to above it.
struct DotChart {
  struct Line: Sendable {
    let label: String
    var points: [Point] = []
  }

  struct Point: Sendable {
    let mark: ChartMark
    let value: Double
    /// The interval around the value.
    var interval: ClosedRange<Double>?
    /// The distance below the middle of the line, in pixels.
    var shift = 0.0
  }

  let id: String
  let title: String
  let unit: AxisUnit
  let axis: LogAxis
  let lines: [Line]

  private static let pitch = 24.0
  private static let top = 24.0

  private var height: Double { Self.top + Self.pitch * Double(lines.count) + 4 }

  var markup: Markup {
    .element(
      "div", ["class": "dots"],
      SVG.drawing(
        id: id, title: title,
        description: "A line for each of: \(lines.map(\.label).joined(separator: "; ")). A table has the figures.",
        class: "plot", size: (300, height), scale + marks),
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

  /// Returns a label cut to the width of its column; its tooltip has the whole label.
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
