import SingletonCore
import SingletonTextFormats

/// A chart with a line for each subject, and marks on one logarithmic axis.
///
/// Positions are shares of the width, so that the chart is as wide as its page and its text keeps its size. On a narrow
/// page, the style sheet moves each label from beside its line to above it.
struct DotChart {
  struct Line: Sendable {
    let label: String
    var spans: [Span] = []
    var points: [Point] = []
  }

  struct Point: Sendable {
    let mark: ChartMark
    let value: Double
    /// The distance below the middle of the line, in pixels.
    var shift = 0.0
  }

  /// A horizontal line from one value to another.
  struct Span: Sendable {
    let name: String
    let range: ClosedRange<Double>
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

  /// Returns a label as long as its column is wide; its title, and tables, have the whole text.
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
        + line.spans.map { span in
          let ends = (axis.position(span.range.lowerBound), axis.position(span.range.upperBound))
          return SVG.line(
            "span \(span.name)", x: (SVG.percent(ends.0), SVG.percent(ends.1)), y: (y + span.shift, y + span.shift))
        }
        + line.points.filter { $0.value > 0 }.map { point in
          point.mark.drawn(x: SVG.percent(axis.position(point.value)), y: y + point.shift)
        }
    }
  }
}
