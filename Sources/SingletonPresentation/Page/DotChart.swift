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
  let description: String
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
        id: id, title: title, description: description, class: "plot", size: (300, height), scale + marks),
      .element(
        "svg", ["class": "labels", "aria-hidden": "true", "width": "310", "height": SVG.number(height)], labels))
  }

  private var labels: [Markup] {
    lines.enumerated().map { index, line in
      .element(
        "text", ["class": "label", "x": "0", "y": SVG.number(Self.top + Self.pitch * Double(index) + 1)],
        .element("title", text: line.label), .text(SVG.shortened(line.label, to: 46)))
    }
  }

  private var scale: [Markup] {
    let lines = axis.lines.map(axis.position).map { place in
      Markup.element(
        "line",
        [
          "class": "grid", "x1": SVG.percent(place), "x2": SVG.percent(place), "y1": SVG.number(Self.top - 6),
          "y2": SVG.number(height),
        ])
    }
    return lines
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
      return [.element("line", ["class": "row", "x1": "0", "x2": "100%", "y1": SVG.number(y), "y2": SVG.number(y)])]
        + line.spans.map { span($0, y: y) }
        + line.points.filter { $0.value > 0 }.map { point in
          point.mark.drawn(x: SVG.percent(axis.position(point.value)), y: SVG.number(y + point.shift))
        }
    }
  }

  private func span(_ span: Span, y: Double) -> Markup {
    let y = SVG.number(y + span.shift)
    return .element(
      "line",
      [
        "class": "span \(span.name)", "x1": SVG.percent(axis.position(span.range.lowerBound)),
        "x2": SVG.percent(axis.position(span.range.upperBound)), "y1": y, "y2": y,
      ])
  }
}
