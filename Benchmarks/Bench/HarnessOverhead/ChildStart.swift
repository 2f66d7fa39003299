import SingletonCore
import SingletonTextFormats

/// The cost of a process for each trial.
enum ChildStart {
  static func show() throws {
    let costs = try (0..<5).map { _ in
      let row = try RowRun.measured("static-let", threads: 2, time: .milliseconds(500))
      return Double(row.wallNanoseconds) / Double(max(1, row.tally[.trials])) / 1_000_000
    }
    var table = Table(figures: ["child processes", "ms"])
    table.append(contentsOf: [
      ["one trial, \(BenchThreads.cores) at a time, median of 5", median(costs).rounded(to: 2)],
      ["one trial's own share of a core", (median(costs) * Double(BenchThreads.cores)).rounded(to: 2)],
    ])
    table.show("Child start-up: a process for each trial, from one start to the next")
  }
}
