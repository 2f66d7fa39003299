import Core
package import StressEngine

/// The line that is rewritten in place while a run goes on. Events in, text out; the clock is the caller's.
package struct ProgressLine {
  /// At most ten lines a second: writing must not disturb what is measured.
  private static let interval: UInt64 = 100_000_000

  private var key: RowKey?
  private var number = 0
  private var count = 0
  private var fraction = 0.0
  private var startedAt: UInt64?
  private var drawnAt: UInt64?
  private var drawnLength = 0

  package init() {}

  /// - Parameter now: monotonic, in nanoseconds.
  /// - Returns: what to write; nil where it is too early for another line.
  package mutating func handle(_ event: StressEvent, now: UInt64, columns: Int) -> String? {
    note(event)
    let startedAt = self.startedAt ?? now
    self.startedAt = startedAt
    if let drawnAt, now < drawnAt + Self.interval { return nil }
    drawnAt = now
    return draw(line(elapsed: now - startedAt, width: columns - 1))
  }

  /// - Returns: what removes the line; nil where there is none.
  package mutating func clear() -> String? {
    guard drawnLength > 0 else { return nil }
    defer { drawnLength = 0 }
    return "\r" + String(repeating: " ", count: drawnLength) + "\r"
  }

  private mutating func note(_ event: StressEvent) {
    switch event {
    case .rowStarted(let key, let number, let count):
      (self.key, self.number, self.count, fraction) = (key, number, count, 0)
    case .progress(_, let part): fraction = min(1, max(0, part))
    case .rowFinished: fraction = 1
    }
  }

  /// Blanks hide the rest of a longer line before it.
  private mutating func draw(_ line: String) -> String {
    let rest = String(repeating: " ", count: max(0, drawnLength - line.count))
    drawnLength = line.count
    return "\r" + line + rest
  }

  private func line(elapsed: UInt64, width: Int) -> String {
    let head = "\(number)/\(count)  "
    let tail = timeLeft(elapsed: elapsed).map { "  " + $0 } ?? ""
    let row = key.map { "\($0.strategy), \($0.scenario), \($0.threads) threads" } ?? ""
    let room = max(0, width - head.count - tail.count)
    let fitted = row.count <= room ? row : String(row.prefix(max(0, room - 3)) + "...")
    return String((head + fitted + tail).prefix(max(0, width)))
  }

  /// As the rows so far took; nil while they say too little.
  private func timeLeft(elapsed: UInt64) -> String? {
    let done = Double(number - 1) + fraction
    guard done > 0.5, count > 0 else { return nil }
    let seconds = Double(elapsed) / 1e9 * (Double(count) - done) / done
    return "about \(Self.inWords(seconds: Int(seconds.rounded(.up)))) left"
  }

  private static func inWords(seconds: Int) -> String {
    switch seconds {
    case ..<100: "\(seconds) s"
    case ..<6_000: "\((seconds + 30) / 60) min"
    default: "\((seconds + 1_800) / 3_600) h"
    }
  }
}
