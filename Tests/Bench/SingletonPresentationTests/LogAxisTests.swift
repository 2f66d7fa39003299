import Testing

@testable import SingletonPresentation

@Suite struct `Logarithmic axes` {
  @Test func `an axis covers whole decades`() {
    let axis = LogAxis(covering: [0.5, 3, 90])
    #expect(axis.position(0.1) == 0 && axis.position(100) == 1)
    #expect(abs(axis.position(1) - 1.0 / 3) < 1e-12)
  }

  @Test func `an axis has at least one decade, and one without values`() {
    #expect(LogAxis(covering: [10]).lines == [10, 100])
    #expect(LogAxis(covering: [0, -1, .infinity, .nan]).lines == [1, 10])
  }

  @Test func `values outside the axis are at its ends`() {
    let axis = LogAxis(covering: [1, 10])
    #expect([0, -5, 0.001].map(axis.position) == [0, 0, 0] && axis.position(1e9) == 1)
  }

  @Test(arguments: 1...40) func `an axis has at most five labels, one at the upper end`(decades: Int) {
    let high = (0..<decades).reduce(1.0) { value, _ in value * 10 }
    let axis = LogAxis(covering: [1.0, high * 0.99])
    #expect((2...5).contains(axis.labeled.count))
    #expect(axis.position(axis.labeled[0]) == 1)
  }

  @Test func `labels of times and shares have few digits`() {
    #expect(
      [0.01, 1, 100, 1e3, 1e5, 1e9].map(AxisUnit.nanoseconds.label) == [
        "0.01 ns", "1 ns", "100 ns", "1 µs", "100 µs", "1 s",
      ])
    #expect([1, 0.1, 1e-6].map(AxisUnit.share.label) == ["100%", "10%", "0.0001%"])
  }
}
