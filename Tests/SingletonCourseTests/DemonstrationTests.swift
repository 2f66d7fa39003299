import Testing

@testable import SingletonCourse

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

  @Test func `a static variable stays where it is while its object comes and goes`() {
    let run = StorageDemo.run
    #expect(run.isVariableStatic && run.isVariableFixed && run.hasEnded)
    #expect(run.before.objectRegion == nil && run.during.objectRegion == .heap && run.after.objectRegion == nil)
  }

  @Test func `a preview changes the total of the checkout, but not of the function`() {
    let run = CouplingDemo.run
    #expect([run.before.withSingleton, run.after.withSingleton] == [120, 100])
    #expect([run.before.withParameters, run.after.withParameters] == [120, 120])
  }

  @Test func `a logout leaves nothing if no work of the old user is left, or if the work has its own cache`() {
    #expect(Logout.clean == [.wait, .cancelEarly, .cancelAndWait, .handOver])
  }
}
