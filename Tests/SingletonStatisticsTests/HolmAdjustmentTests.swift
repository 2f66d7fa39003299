import SingletonStatistics
import TestSupport
import Testing

@Suite struct `Holm's adjustment` {
  @Test func `Holm's adjustment equals that of statsmodels`() throws {
    let rows = try ReferenceTable("holm.csv").rows
    #expect(rows.count >= 30)
    for row in rows {
      let adjusted = HolmAdjustment.adjusted(ReferenceTable.numbers(row[0]))
      let expected = ReferenceTable.numbers(row[1])
      #expect(adjusted.count == expected.count)
      #expect(zip(adjusted, expected).allSatisfy { isClose($0, $1, within: 1e-12) }, "\(row[0])")
    }
  }

  @Test func `Holm's adjustment keeps the order, and makes no p smaller, and none larger than 1`() {
    let family = (1...500).map { Double($0 * 7_919 % 503) / 503 }
    let adjusted = HolmAdjustment.adjusted(family)
    #expect(zip(family, adjusted).allSatisfy { $0 <= $1 && $1 <= 1 })
    let inOrder = family.indices.sorted { family[$0] < family[$1] }.map { adjusted[$0] }
    #expect(inOrder == inOrder.sorted())
  }

  @Test func `Holm's adjustment leaves a single test as it is`() {
    #expect(HolmAdjustment.adjusted([0.03]) == [0.03])
    #expect(HolmAdjustment.adjusted([]) == [])
  }
}
