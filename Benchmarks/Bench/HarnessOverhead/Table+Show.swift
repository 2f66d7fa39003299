import SingletonStatistics
import SingletonTextFormats

extension Table {
  /// Creates a table of figures, each row with its name in the first column.
  init(figures titles: [String]) { self.init("", titles: titles, figuresFrom: 1) }

  mutating func append(contentsOf rows: [[String]]) { for cells in rows { append(cells) } }

  func show(_ heading: String) { print("\(heading)\n\(text())") }
}

extension Double {
  /// Returns the number in decimal notation, with this many digits after the point.
  func rounded(to decimals: Int) -> String { HumanFormat.numeral(self, .fixed(decimals)) }
}

func median(_ values: [Double]) -> Double { MedianInterval(of: values)!.median }
