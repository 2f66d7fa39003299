import CommandTestSupport
import SingletonCommands
import SingletonCore
import SingletonStressEngine
import Testing

@Suite struct `Progress lines` {
  private func key(_ strategy: String) -> RowKey {
    RowKey(strategy: strategy, scenario: .copy, threads: 64, replicate: 1)
  }

  private func started(_ number: Int, of count: Int, _ strategy: String = "double-checked-lock") -> StressEvent {
    .rowStarted(key(strategy), number: number, count: count, time: .seconds(1))
  }

  /// Returns the lines that are written for events, each `after` milliseconds after the first.
  ///
  /// - Parameter estimate: The estimated seconds from a row on, by its number.
  private func written(
    _ events: [(after: UInt64, StressEvent)], columns: Int = 80, estimate: @escaping (Int) -> Double? = { _ in nil }
  ) -> [String] {
    let output = RecordedOutput(columns: columns)
    var now: UInt64 = 0
    var line = ProgressLine(on: output, estimate: estimate) { now }
    for (milliseconds, event) in events {
      now = milliseconds * 1_000_000
      line.show(event)
    }
    return output.text.split(separator: "\r").map(String.init)
  }

  @Test func `the progress line has the row, its number and the time that is left`() {
    #expect(
      written([(0, started(1, of: 15)), (1_000, started(2, of: 15))]) == [
        "1/15  double-checked-lock, copy, 64 threads",
        "2/15  double-checked-lock, copy, 64 threads  about 14 s left",
      ])
  }

  /// Returns the seconds left that are shown as each of 100 rows begins, each estimated at 200 ms.
  private func secondsLeft(_ seconds: (Int) -> Double) throws -> [Double] {
    var now = 0.0
    let events = (1...100).map { number in
      defer { now += seconds(number) }
      return (after: UInt64(now * 1_000), started(number, of: 100))
    }
    return try written(events) { Double(101 - $0) / 5 }.map { line in
      try #require(Double(line.firstMatch(of: /about (\d+) s left/)?.1 ?? ""), "\(line)")
    }
  }

  @Test func `the time left is at first that of the estimate, and then what the rows so far make of it`() throws {
    let asEstimated = try secondsLeft { _ in 0.2 }
    #expect(zip(asEstimated, (1...100).reversed()).allSatisfy { abs($0 - Double($1) / 5) <= 1.5 })
    let slow = try secondsLeft { _ in 0.8 }
    #expect(slow[0] == 20 && abs(slow[19] - 64) < 12 && abs(slow[79] - 16) < 3, "\(slow)")
  }

  @Test func `a first row that takes very long does not multiply the time left`() throws {
    let left = try secondsLeft { $0 == 1 ? 4 : 0.2 }
    #expect(left.allSatisfy { $0 <= 90 } && left[50] < 15, "\(left)")
  }

  @Test func `no time is left to be said when only rare defects are awaited`() {
    let lines = written([(0, started(1, of: 1)), (500, .goingOn(rows: 2, for: .seconds(60)))]) { _ in 30 }
    #expect(lines.last?.hasPrefix("1/1  double-checked-lock, copy, 64 threads  at most 60s") == true)
  }

  @Test func `the progress line is drawn at most ten times a second`() {
    let events = (0..<1_000).map { (after: UInt64($0), StressEvent.progress(key("a"), fraction: 0.5)) }
    #expect(written(events).count == 10)
  }

  @Test(arguments: [10, 20, 30, 40, 60, 80]) func `the progress line never reaches the last column`(columns: Int) throws
  {
    let lines = written([(0, started(1, of: 15)), (2_000, started(2, of: 15))], columns: columns)
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("2/15") && lines[1].count < columns)
  }

  @Test func `the progress line covers a longer one before it`() {
    let lines = written([(0, started(1, of: 3)), (100, started(1, of: 3, "a"))])
    #expect(lines.last == "1/3  a, copy, 64 threads" + String(repeating: " ", count: 18))
  }

  @Test func `a cleared progress line leaves nothing`() {
    let output = RecordedOutput()
    var line = ProgressLine(on: output, clock: { 0 })
    line.show(started(1, of: 3, "a"))
    line.clear()
    line.clear()
    #expect(output.text == "\r1/3  a, copy, 64 threads\r" + String(repeating: " ", count: 24) + "\r")
  }
}
