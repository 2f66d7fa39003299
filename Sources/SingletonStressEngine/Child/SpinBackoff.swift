/// Bounded spinning with exponential back-off: after a timeout, the next 1, 2, 4 ... 64 waits are skipped.
package struct SpinBackoff {
  private static let maxSkip = 64
  package static let usualSpinLimit = 400

  private let spinLimit: Int

  private var skip = 0
  private var left = 0

  package init(spinLimit: Int = usualSpinLimit) { self.spinLimit = spinLimit }

  @inline(__always)
  mutating func wait<W: Waiting>(_ waiting: W.Type, until isThere: () -> Bool) {
    guard left == 0 else { return left -= 1 }
    for _ in 0..<spinLimit {
      if isThere() { return skip = 0 }
      W.pause()
    }
    skip = min(Self.maxSkip, max(1, skip * 2))
    left = skip
  }
}
