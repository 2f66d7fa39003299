import Testing

@testable import Lessons

@Suite struct `Demonstrations` {
  @Test func `three test cases run in six different orders`() {
    let orders = TestOrders(isShared: true).runs.map(\.order)
    #expect(Set(orders).count == 6)
    #expect(orders.allSatisfy { Set($0) == Set(TestCase.allCases) && $0.count == 3 })
  }

  @Test func `with a shared cache the cases after a success fail`() {
    for run in TestOrders(isShared: true).runs {
      let success = run.order.firstIndex(of: .success)!
      #expect(run.failed == Array(run.order[(success + 1)...]))
    }
  }

  @Test func `with a cache for each case no case fails`() {
    #expect(TestOrders(isShared: false).passing.count == 6)
  }

  @Test func `two injected caches are one if and only if the root hands out one user`() {
    #expect(InjectionDemo(Root.sameUser()).isShared)
    #expect(!InjectionDemo(Root.userAfterUser()).isShared)
    #expect(InjectionDemo.findings.map(\.outcome) == ["one cache", "two caches"])
  }
}
