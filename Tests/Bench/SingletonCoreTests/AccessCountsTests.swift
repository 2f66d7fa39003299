import SingletonCore
import SingletonPlatform
import Testing

@Suite struct `Counts of several processes` {
  private func counts(first: UInt64?, later: UInt64?, remark: String? = nil) -> AccessCounts {
    var counts = AccessCounts()
    counts.first = first.map { InstructionCount(instructions: $0) }
    counts.later = later.map { InstructionCount(instructions: $0) }
    counts.remark = remark
    return counts
  }

  private func sum(_ all: AccessCounts...) -> AccessCounts {
    all.dropFirst().reduce(into: all[0]) { $0.add($1) }
  }

  @Test func `equal counts are exact`() {
    let one = counts(first: 700, later: 68)
    #expect(sum(one, one, one) == one)
  }

  @Test func `an access that varies has its range, and the other one its count`() {
    let all = sum(counts(first: 700, later: 672), counts(first: 700, later: 668), counts(first: 700, later: 670))
    #expect(all.later?.instructions == 668 && all.laterMost == 672)
    #expect(all.first?.instructions == 700 && all.firstMost == nil)
  }

  @Test func `counts that differ in calls alone vary`() {
    var called = counts(first: nil, later: 68)
    called.later?.calls = 1
    #expect(sum(counts(first: nil, later: 68), called).laterMost == 68)
  }

  @Test func `what one process cannot count is unknown, with the reason`() {
    let all = sum(
      counts(first: 1, later: 5), counts(first: 1, later: nil, remark: "it waits"), counts(first: 1, later: 7))
    #expect(all.later == nil && all.laterMost == nil && all.first?.instructions == 1)
    #expect(all.remark == "it waits")
  }
}
