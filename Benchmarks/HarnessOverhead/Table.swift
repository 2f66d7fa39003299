import SingletonStatistics

/// A table on standard output, with a left-aligned first column and right-aligned others.
struct Table {
  let titles: [String]
  var rows: [[String]] = []

  init(_ titles: String...) { self.init(titles) }

  init(_ titles: [String]) { self.titles = titles }

  func show(_ heading: String) {
    let widths = titles.indices.map { column in ([titles] + rows).map { $0[column].count }.max()! }
    print(heading)
    for row in [titles] + rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      print("  " + cells.joined(separator: "  "))
    }
    print("")
  }
}

extension Double {
  /// Returns the number in decimal notation.
  ///
  /// - Parameter decimals: The number of digits after the point, at most 3.
  func rounded(to decimals: Int) -> String {
    let scale = [1.0, 10, 100, 1_000][decimals]
    let whole = Int((magnitude * scale).rounded())
    let fraction = String(whole % Int(scale))
    let padded = String(repeating: "0", count: decimals - (decimals == 0 ? 0 : fraction.count)) + fraction
    return (self < 0 && whole > 0 ? "-" : "") + "\(whole / Int(scale))" + (decimals == 0 ? "" : "." + padded)
  }
}

func median(_ values: [Double]) -> Double { MedianInterval(of: values)!.median }
