import Testing

@testable import Lessons

@Suite struct `The demonstrations` {
  @Test func `run three test cases in six different orders`() {
    let orders = TestOrders(isShared: true).runs.map(\.order)
    #expect(Set(orders).count == 6)
    #expect(orders.allSatisfy { Set($0) == Set(TestCase.allCases) && $0.count == 3 })
  }

  @Test func `with one cache fail the cases that come after a success`() {
    for run in TestOrders(isShared: true).runs {
      let success = run.order.firstIndex(of: .success)!
      #expect(run.failed == Array(run.order[(success + 1)...]))
    }
  }

  @Test func `with a cache for each case fail nothing`() {
    #expect(TestOrders(isShared: false).passing.count == 6)
  }

  @Test func `share a cache where the root hands out one user, and only there`() {
    #expect(Handing(Root.sameUser()).isShared)
    #expect(!Handing(Root.userAfterUser()).isShared)
    #expect(Handing.findings.map(\.outcome) == ["one cache", "two caches"])
  }
}
