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
  /// Returns how many seconds a row, by its number from 1, and all rows after it take on a quiet machine, or `nil` if that
  /// is unknown.
  private let estimate: (Int) -> Double?
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

  package init(
    on output: any TextOutput, estimate: @escaping (Int) -> Double? = { _ in nil },
    clock: @escaping () -> UInt64 = monotonicNanoseconds
  ) {
    self.output = output
    self.estimate = estimate
    self.clock = clock
  }

  package mutating func show(_ event: StressEvent) {
    switch event {
    case .rowStarted(let key, let number, let count, _):
      label = key.title
      (self.number, self.count, fraction) = (number, count, 0)
    case .progress(let key, let part): (label, fraction) = (key.title, min(1, max(0, part)))
    case .rowFinished: fraction = 1
    case .goingOn(_, let time): note = "at most \(DurationFormat.text(time))"
    case .stopped: break
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

  /// Returns the remaining time, or `nil` if nothing is known about it.
  private func timeLeft(elapsed: UInt64) -> String? {
    secondsLeft(Double(elapsed) / 1e9).map { "about \(HumanFormat.seconds($0)) left" }
  }

  /// Returns the estimate for what is left, multiplied by how much longer than estimated the rows so far have taken. The
  /// first rows say little about that, so the estimate counts as if a twentieth of the run had taken what it says. Without
  /// an estimate, the time is extrapolated from the number of rows.
  private func secondsLeft(_ elapsed: Double) -> Double? {
    guard number > 0, let all = estimate(1), let ahead = estimate(number), let after = estimate(number + 1) else {
      let done = Double(number - 1) + fraction
      return done > 0.5 && count > 0 ? elapsed * (Double(count) - done) / done : nil
    }
    let left = ahead - (ahead - after) * fraction
    let trust = max(1, all / 20)
    return left * (elapsed + trust) / (all - left + trust)
  }
}
