import Core
import TextFormats

/// A matrix of strategies and scenarios, each cell with a color, a sign, and its figures.
///
/// The names are a drawing of their own, so that they stay visible while the cells scroll beneath them.
struct Matrix {
  /// A part of a cell, for one report or one thread count.
  struct Band: Sendable {
    let color: GradeColor
    let lines: [String]
    /// The full text of the band.
    let words: String
  }

  let id: String
  let title: String
  let description: String
  let columns: [String]
  let rows: [(name: String, cells: [[Band]])]

  private static let cellWidth = 106.0
  private static let gap = 3.0
  private static let head = 40.0
  private static let lineHeight = 15.0
  private static let padding = 7.0
  /// The approximate number of characters that fit the column of names.
  private static let longestName = 29

  var markup: Markup {
    .element("div", ["class": "scroll matrix", "role": "region", "tabindex": "0", "aria-label": title], names, drawing)
  }

  private var drawing: Markup {
    SVG.drawing(
      id: id, title: title, description: description, class: "cells",
      size: (Double(columns.count) * Self.cellWidth, height),
      columns.indices.map(heading) + zip(rows, tops).flatMap { row, top in cells(of: row.cells, top: top) })
  }

  private var names: Markup {
    .element(
      "svg", ["class": "names", "aria-hidden": "true", "width": "188", "height": SVG.number(height)],
      zip(rows, tops).map { row, top in
        .element(
          "text", ["x": "0", "y": SVG.number(top + 14)], .element("title", text: row.name),
          .text(SVG.shortened(row.name, to: Self.longestName)))
      })
  }

  // MARK: - Places

  private func height(of band: Band) -> Double { Double(band.lines.count) * Self.lineHeight + Self.padding }

  private var heights: [Double] {
    rows.map { row in
      let tallest = row.cells.map { $0.reduce(0) { $0 + height(of: $1) } }.max() ?? 0
      return max(tallest, Self.lineHeight + Self.padding) + Self.gap
    }
  }

  private var tops: [Double] { heights.reduce(into: [Self.head]) { $0.append($0.last! + $1) } }

  private var height: Double { tops.last! }

  // MARK: - What is drawn

  /// Returns the heading of a column, broken at its first hyphen.
  private func heading(_ column: Int) -> Markup {
    let parts = columns[column].split(separator: "-", maxSplits: 1).map(String.init)
    let lines = parts.count == 2 ? [parts[0] + "-", parts[1]] : ["", columns[column]]
    return .element(
      "g", ["class": "head"],
      lines.enumerated().map { index, text in
        SVG.text(text, "middle", x: (Double(column) + 0.5) * Self.cellWidth, y: 15 + 15 * Double(index))
      })
  }

  private func cells(of cells: [[Band]], top: Double) -> [Markup] {
    cells.enumerated().flatMap { column, bands in
      var y = top
      return bands.map { band in
        defer { y += height(of: band) }
        return cell(band, x: Double(column) * Self.cellWidth, y: y)
      }
    }
  }

  private func cell(_ band: Band, x: Double, y: Double) -> Markup {
    let box: Markup = .element(
      "rect",
      [
        "x": SVG.number(x + 1), "y": SVG.number(y), "width": SVG.number(Self.cellWidth - Self.gap),
        "height": SVG.number(height(of: band) - 1), "rx": "3",
      ])
    let lines = band.lines.enumerated().map { index, text in
      SVG.text(
        text, band.lines.count == 1 ? "only" : index == 0 ? "first" : "more", x: x + 6,
        y: y + 14 + Self.lineHeight * Double(index))
    }
    return .element("g", ["class": "cell \(band.color.rawValue)"], [.element("title", text: band.words), box] + lines)
  }
}
