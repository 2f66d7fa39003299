import SingletonStatistics
import TestSupport
import Testing

@Suite struct `Rate intervals` {
  @Test func `a rate's interval has the ends that an independent implementation gives, to twelve digits`() throws {
    let rows = try ReferenceTable("rate-intervals.csv").rows
    #expect(rows.count >= 100)
    for row in rows {
      let (count, trials) = (try #require(Int(row[0])), try #require(Int(row[1])))
      let (low, high) = (try #require(Double(row[2])), try #require(Double(row[3])))
      let interval = try #require(RateInterval(of: count, in: trials)).interval
      #expect(isClose(interval.lowerBound, low, within: 1e-12), "\(count) of \(trials): \(interval), low end \(low)")
      #expect(isClose(interval.upperBound, high, within: 1e-12), "\(count) of \(trials): \(interval), high end \(high)")
    }
  }

  @Test func `exchanging hits and misses mirrors the interval`() throws {
    for (count, trials) in [(0, 1), (1, 3), (17, 40), (2, 1_000), (499_999, 1_000_000)] {
      let interval = try #require(RateInterval(of: count, in: trials)).interval
      let mirrored = try #require(RateInterval(of: trials - count, in: trials)).interval
      #expect(isClose(interval.lowerBound, 1 - mirrored.upperBound, within: 1e-9))
      #expect(isClose(interval.upperBound, 1 - mirrored.lowerBound, within: 1e-9))
    }
  }

  @Test func `a rate's interval contains the rate, and reaches 0 or 1 only if the rate does`() throws {
    for trials in [1, 2, 9, 1_000_000_000_000] {
      for count in Set([0, 1, trials / 2, trials - 1, trials]) {
        let rate = try #require(RateInterval(of: count, in: trials))
        #expect(rate.interval.contains(rate.rate))
        #expect((rate.interval.lowerBound == 0) == (count == 0))
        #expect((rate.interval.upperBound == 1) == (count == trials))
      }
    }
  }

  @Test func `a rate of 0 in a billion trials has the interval of the rule of three`() throws {
    let interval = try #require(RateInterval(of: 0, in: 1_000_000_000)).interval
    // 1 - 0.025^(1/n), and -log(0.025) = 3.6888794541.
    #expect(isClose(interval.upperBound, 3.688_879_447_31e-9, within: 1e-10))
  }

  @Test func `there is no interval without a trial, or of more hits than trials`() {
    #expect(RateInterval(of: 0, in: 0) == nil)
    #expect(RateInterval(of: 3, in: 2) == nil)
    #expect(RateInterval(of: -1, in: 2) == nil)
  }
}
