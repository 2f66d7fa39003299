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
  private func written(_ events: [(after: UInt64, StressEvent)], columns: Int = 80) -> [String] {
    let output = RecordedOutput(columns: columns)
    var now: UInt64 = 0
    var line = ProgressLine(on: output) { now }
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
    var line = ProgressLine(on: output) { 0 }
    line.show(started(1, of: 3, "a"))
    line.clear()
    line.clear()
    #expect(output.text == "\r1/3  a, copy, 64 threads\r" + String(repeating: " ", count: 24) + "\r")
  }
}
