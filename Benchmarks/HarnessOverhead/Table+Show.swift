import SingletonStatistics
import SingletonTextFormats

extension Table {
  /// Creates a table of figures, each row with its name in the first column.
  init(figures titles: [String]) { self.init("", titles: titles, figuresFrom: 1) }

  mutating func append(contentsOf rows: [[String]]) { for cells in rows { append(cells) } }

  func show(_ heading: String) { print("\(heading)\n\(text())") }
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
