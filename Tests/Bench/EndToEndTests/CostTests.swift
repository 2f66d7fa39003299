import Foundation
import TestSupport
import Testing

/// The costs in the README's table of what to write, which are those of a recorded report.
@Suite struct `Costs in the README` {
  private static let readme = Repository.root.appending(path: "README.md")
  /// The report of the machine that the README names.
  private static let report = Result {
    try ParsedReport(
      String(
        contentsOf: Repository.root.appending(path: "Benchmarks/Bench/Baselines/a35bfefdc9899b63.csv"), encoding: .utf8)
    )
  }

  /// A cost of the table: `12.5 ns, 80 on two cores (`static-let`)`.
  private static var cost: Regex<(Substring, Substring, Substring, Substring)> {
    /([\d.]+) ns, ([\d.]+) on two cores at once \(`([a-z-]+)`\)/
  }

  /// Returns the median over the recorded rows of the strategy's listing, in whole nanoseconds.
  private static func median(_ column: String, of strategy: String) throws -> String {
    let times = try report.get().rows.filter { $0["strategy"] == strategy && $0["form"] == "plain" }
      .compactMap { Double($0[column]!) }.sorted()
    try #require(times.count >= 10, "\(strategy) has \(times.count) times in \(column)")
    return "\(Int(times[times.count / 2].rounded()))"
  }

  @Test func `each cost is the median of the recorded report`() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    var strategies: [String] = []
    let measured = try text.replacing(Self.cost) { match in
      strategies.append(String(match.3))
      let alone = try Self.median("access_p50_ns", of: String(match.3))
      let together = try Self.median("all_cores_access_p50_ns", of: String(match.3))
      return "\(alone) ns, \(together) on two cores at once (`\(match.3)`)"
    }
    #expect(strategies.count >= 4)
    if Golden.isRecording {
      try measured.write(to: Self.readme, atomically: true, encoding: .utf8)
    } else {
      #expect(text == measured, "RECORD_GOLDEN=1 writes the figures of Benchmarks/Bench/Baselines")
    }
  }
}
