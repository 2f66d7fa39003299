import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The time of a later access, over rows of one strategy.
struct AccessCost {
  /// The median of the rows' medians, in nanoseconds.
  let nanoseconds: Double
  /// Whether the median is so far above the fastest batch that it mostly measures something else, such as waiting
  /// threads.
  let isScattered: Bool

  /// The mark of a scattered time in a table.
  static let mark = "~"
  /// A median is marked if it is more than this many times the fastest batch.
  private static let scatter = 10.0

  /// Creates the cost, or returns `nil` if no row was timed.
  init?(of rows: [StressRow]) {
    let timings = rows.compactMap { $0.measured?.access }
    guard let median = MedianInterval(of: timings.map(\.p50))?.median else { return nil }
    nanoseconds = median
    // A report may lack the fastest batches.
    let fastest = timings.map(\.min).filter { $0 > 0 }.min() ?? median
    isScattered = median > Self.scatter * fastest
  }

  var text: String { HumanFormat.short(nanoseconds) + (isScattered ? Self.mark : "") }

  /// Returns the meaning of the mark, or `nil` if none of the costs has it.
  static func note(_ costs: some Sequence<AccessCost?>) -> String? {
    costs.contains { $0?.isScattered == true }
      ? "\(mark): more than \(HumanFormat.short(scatter)) times the fastest batch, so it says little" : nil
  }
}

extension AccessCost? {
  var text: String { self?.text ?? HumanFormat.unknown }
}
