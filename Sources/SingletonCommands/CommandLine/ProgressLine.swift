import SingletonCore
package import SingletonPlatform
package import SingletonStressEngine
import SingletonTextFormats

/// The progress line, which is rewritten in place during a run or a check.
package struct ProgressLine {
  /// The minimum time between updates, in nanoseconds. With ten updates per second, writing does not disturb the
  /// measurements.
  private static let interval: UInt64 = 100_000_000

  private let output: any TextOutput
  /// Returns the monotonic time in nanoseconds.
  private let clock: () -> UInt64
  private var label = ""
  private var number = 0
  private var count = 0
  private var fraction = 0.0
  /// A text in place of the remaining time, for use if the time cannot be estimated.
  private var note: String?
  private var startedAt: UInt64?
  private var drawnAt: UInt64?
  private var drawnLength = 0

  package init(on output: any TextOutput, clock: @escaping () -> UInt64 = monotonicNanoseconds) {
    self.output = output
    self.clock = clock
  }

  package mutating func show(_ event: StressEvent) {
    switch event {
    case .rowStarted(let key, let number, let count, _):
      label = key.title
      (self.number, self.count, fraction) = (number, count, 0)
    case .progress(_, let part): fraction = min(1, max(0, part))
    case .rowFinished: fraction = 1
    case .goingOn, .stopped: break
    }
    draw()
  }

  /// Shows that `number` of `count` rows or checks are done, with a note in place of the remaining time.
  mutating func show(_ label: String, number: Int, of count: Int, note: String? = nil) {
    (self.label, self.number, self.count, self.note, fraction) = (label, number, count, note, 1)
    draw()
  }

  /// Draws the line, unless it is too early for another update. If the previous line was longer, spaces overwrite the
  /// rest of it.
  private mutating func draw() {
    let now = clock()
    let startedAt = self.startedAt ?? now
    self.startedAt = startedAt
    if let drawnAt, now < drawnAt + Self.interval { return }
    drawnAt = now
    let line = line(elapsed: now - startedAt, width: output.columns - 1)
    try? output.write("\r" + line + String(repeating: " ", count: max(0, drawnLength - line.count)))
    drawnLength = line.count
  }

  package mutating func clear() {
    guard drawnLength > 0 else { return }
    try? output.write("\r" + String(repeating: " ", count: drawnLength) + "\r")
    drawnLength = 0
  }

  private func line(elapsed: UInt64, width: Int) -> String {
    let head = "\(number)/\(count)  "
    let tail = (note ?? timeLeft(elapsed: elapsed)).map { "  " + $0 } ?? ""
    let space = max(0, width - head.count - tail.count)
    let fitted = label.count <= space ? label : String(label.prefix(max(0, space - 3)) + "...")
    return String((head + fitted + tail).prefix(max(0, width)))
  }

  /// Returns the remaining time, extrapolated from the rows so far, or `nil` until half a row is done.
  private func timeLeft(elapsed: UInt64) -> String? {
    let done = Double(number - 1) + fraction
    guard done > 0.5, count > 0 else { return nil }
    let seconds = Double(elapsed) / 1e9 * (Double(count) - done) / done
    return "about \(HumanFormat.seconds(seconds)) left"
  }
}
