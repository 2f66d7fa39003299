import Foundation
import SingletonStatistics
import Testing

@Suite struct `Ratio bounds` {
  @Test func `a ratio's lower bound lies below the true ratio about as often as it says`() throws {
    var random = SplitMix64(seed: 1979)
    var below = 0
    for _ in 0..<400 {
      let (old, new) = (logNormal(10, scale: 3, &random), logNormal(10, scale: 6, &random))
      if try #require(RatioBound.lower(old: old, new: new)) <= 2 { below += 1 }
    }
    // It does in 96.1 % of 20,000 repetitions: of 400, in 384 with a standard deviation of 4. The range is 3.5 standard
    // deviations either way.
    #expect((370...398).contains(below), "\(below) of 400")
  }

  @Test func `a ratio's lower bound is the value that 5 % of all resamples' medians do not exceed`() throws {
    // The median of 101 draws from 1...101 is at most k if 51 of them are: by SciPy's binom.sf(50, 101, k / 101) in
    // 2.8 of 100 cases for k = 41, in 4.4 for 42, in 6.6 for 43. 2,000 resamples have a standard deviation of 0.5.
    let bound = try #require(RatioBound.lower(old: [1], new: (1...101).map(Double.init)))
    #expect((42...43).contains(bound))
  }

  @Test func `a ratio's bound does not depend on the order of the values`() {
    let (old, new) = ([3.5, 1, 2, 8, 2, 9, 4], [4.0, 7, 6, 5, 20, 3])
    let bound = RatioBound.lower(old: old, new: new)
    for _ in 0..<5 { #expect(RatioBound.lower(old: old.shuffled(), new: new.shuffled()) == bound) }
  }

  @Test func `a ratio's bound is the ratio itself if all values of a sample are equal`() {
    #expect(RatioBound.lower(old: [4, 4, 4], new: [6, 6]) == 1.5)
    #expect(RatioBound.lower(old: [4], new: [1]) == 0.25)
  }

  @Test func `a ratio's lower bound of two distinct values is what counting the resamples gives`() {
    // The median of three draws from 1, 1, 8 is 8 in 7 of 27 cases, and of 1, 8, 8 in 20 of 27.
    #expect(RatioBound.lower(old: [1, 1, 1], new: [1, 1, 8]) == 1)
    #expect(RatioBound.lower(old: [1], new: [1, 8, 8]) == 1)
    // Of nine eights and one 1, the median of ten is below 8 in 16 of 10,000 cases.
    #expect(RatioBound.lower(old: [1], new: [1] + [Double](repeating: 8, count: 9)) == 8)
  }

  @Test func `the ratio of several strata is the geometric mean of theirs, each as often as it has values`() {
    let strata = [Stratum(old: [1, 1, 9], new: [2, 2, 2, 2]), Stratum(old: [50], new: [400, 400])]
    let medians = RatioBound.medians(strata)
    #expect(abs(medians.new / medians.old - pow(2 * 2 * 2 * 8, 0.25)) < 1e-12)
    #expect(RatioBound.lower([Stratum(old: [4, 4], new: [6, 6]), Stratum(old: [40], new: [60])]) == 1.5)
    #expect(RatioBound.lower([]) == nil && RatioBound.lower([Stratum(old: [1], new: [])]) == nil)
  }

  @Test func `a bound over two strata lies below the true ratio about as often as it says`() throws {
    var random = SplitMix64(seed: 1960)
    var below = 0
    for _ in 0..<400 {
      let strata = [6, 4].map { Stratum(old: logNormal($0, scale: 3, &random), new: logNormal($0, scale: 6, &random)) }
      if try #require(RatioBound.lower(strata)) <= 2 { below += 1 }
    }
    #expect((370...398).contains(below), "\(below) of 400")
  }

  @Test func `there is no bound without values, or if a value is not a time`() {
    #expect(RatioBound.lower(old: [], new: [1]) == nil)
    #expect(RatioBound.lower(old: [1], new: []) == nil)
    #expect(RatioBound.lower(old: [0, 1], new: [1]) == nil)
    #expect(RatioBound.lower(old: [1], new: [1, .infinity]) == nil)
    #expect(RatioBound.lower(old: [.nan], new: [1]) == nil)
  }

  /// Returns log-normal values by the Box-Muller transform; their true median is `scale`.
  private func logNormal(_ count: Int, scale: Double, _ random: inout SplitMix64) -> [Double] {
    (0..<count).map { _ in
      let radius = sqrt(-2 * log(uniform(&random)))
      return scale * exp(0.3 * radius * cos(2 * .pi * uniform(&random)))
    }
  }

  /// Returns a number above 0 and at most 1.
  private func uniform(_ random: inout SplitMix64) -> Double { Double((random.next() >> 11) + 1) / 0x1p53 }
}

extension RatioBound {
  fileprivate static func lower(old: [Double], new: [Double]) -> Double? { lower([Stratum(old: old, new: new)]) }
}
