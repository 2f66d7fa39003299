import StressEngine

/// What the stopwatch costs.
enum ClockCost {
  static func show() {
    let facts = (0..<51).map { _ in ClockFacts.measured() }
    var table = Table("clock", "ns")
    table.rows = [
      ["one reading, median of 51 times 1,000", median(facts.map(\.cost)).rounded(to: 1)],
      ["smallest step", "\(facts.map(\.resolution).min()!)"],
      ["shortest batch that it can time to half a percent", "\(facts[0].shortestInterval)"],
    ]
    table.show("Stopwatch: the monotonic clock")
  }
}
