import SingletonCore
import SingletonTextFormats

/// The cost of a trial of a strategy that does nothing: barriers, accesses, tally, and reset.
enum SweepCost {
  static func show() throws {
    var table = Table(figures: ["threads", "ns per trial, median of 7", "least", "most"])
    for threads in [1, 2, 64] {
      let costs = try (0..<7).map { _ in
        let row = try RowRun.measured("empty", threads: threads, time: .milliseconds(300))
        return Double(row.wallNanoseconds) / Double(max(1, row.tally[.trials]))
      }
      table.append([
        "\(threads)", median(costs).rounded(to: 2), costs.min()!.rounded(to: 2), costs.max()!.rounded(to: 2),
      ])
    }
    table.show("Sweep: an empty strategy, wall time of the counting over its trials")
  }
}
