import SingletonStressEngine
import SingletonTextFormats

/// The cost of reading the clock.
enum ClockCost {
  static func show() {
    let clocks = (0..<51).map { _ in ClockCalibration.measured() }
    var table = Table(figures: ["clock", "ns"])
    table.append(contentsOf: [
      ["one reading, median of 51 times 1,000", median(clocks.map(\.cost)).rounded(to: 1)],
      ["smallest step", "\(clocks.map(\.resolution).min()!)"],
      ["shortest batch that it can time to half a percent", "\(clocks[0].minimumInterval)"],
    ])
    table.show("The monotonic clock")
  }
}
