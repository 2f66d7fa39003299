import SingletonCore
package import SingletonStressEngine
import SingletonTextFormats

/// The progress line that is rewritten in place during a run or a check. It makes text; the caller provides the clock.
package struct ProgressLine {
  /// The minimum time between updates, in nanoseconds: ten per second, so that writing does not disturb the measurements.
  private static let interval: UInt64 = 100_000_000

  private var label = ""
  private var number = 0
  private var count = 0
  private var fraction = 0.0
  /// A text that replaces the time left where that cannot be estimated.
  private var note: String?
  private var startedAt: UInt64?
  private var drawnAt: UInt64?
  private var drawnLength = 0

  package init() {}

  /// Handles an event.
  ///
  /// - Parameter now: The monotonic time in nanoseconds.
  /// - Returns: The text to write, or `nil` if it is too early for another update.
  package mutating func handle(_ event: StressEvent, now: UInt64, columns: Int) -> String? {
    switch event {
    case .rowStarted(let key, let number, let count, _):
      label = "\(key.strategy), \(key.scenario), \(key.threads) threads"
      (self.number, self.count, fraction) = (number, count, 0)
    case .progress(_, let part): fraction = min(1, max(0, part))
    case .rowFinished: fraction = 1
    case .goingOn, .stopped: break
    }
    return draw(now: now, columns: columns)
  }

  /// Shows what is done.
  ///
  /// - Parameters:
  ///   - label: What is being done.
  ///   - number: How many of `count` are done.
  ///   - note: A text that replaces the time left.
  ///   - now: The monotonic time in nanoseconds.
  /// - Returns: The text to write, or `nil` if it is too early for another update.
  package mutating func show(
    _ label: String, number: Int, of count: Int, note: String? = nil, now: UInt64, columns: Int
  ) -> String? {
    (self.label, self.number, self.count, self.note, fraction) = (label, number, count, note, 1)
    return draw(now: now, columns: columns)
  }

  private mutating func draw(now: UInt64, columns: Int) -> String? {
    let startedAt = self.startedAt ?? now
    self.startedAt = startedAt
    if let drawnAt, now < drawnAt + Self.interval { return nil }
    drawnAt = now
    return draw(line(elapsed: now - startedAt, width: columns - 1))
  }

  /// Returns the text that erases the line, or `nil` if there is none.
  package mutating func clear() -> String? {
    guard drawnLength > 0 else { return nil }
    defer { drawnLength = 0 }
    return "\r" + String(repeating: " ", count: drawnLength) + "\r"
  }

  /// Returns the text that draws a line; spaces overwrite the rest of a longer previous one.
  private mutating func draw(_ line: String) -> String {
    let rest = String(repeating: " ", count: max(0, drawnLength - line.count))
    drawnLength = line.count
    return "\r" + line + rest
  }

  private func line(elapsed: UInt64, width: Int) -> String {
    let head = "\(number)/\(count)  "
    let tail = (note ?? timeLeft(elapsed: elapsed)).map { "  " + $0 } ?? ""
    let space = max(0, width - head.count - tail.count)
    let fitted = label.count <= space ? label : String(label.prefix(max(0, space - 3)) + "...")
    return String((head + fitted + tail).prefix(max(0, width)))
  }

  /// Returns the time left, extrapolated from the rows so far, or `nil` until half a row is done.
  private func timeLeft(elapsed: UInt64) -> String? {
    let done = Double(number - 1) + fraction
    guard done > 0.5, count > 0 else { return nil }
    let seconds = Double(elapsed) / 1e9 * (Double(count) - done) / done
    return "about \(HumanFormat.seconds(seconds)) left"
  }
}
