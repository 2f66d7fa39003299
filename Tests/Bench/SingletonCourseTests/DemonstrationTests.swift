import Testing

@testable import SingletonCourse

@Suite struct `Demonstrations` {
  @Test(arguments: Course.standard.lessons) func `what a lesson claims of its small program is true`(lesson: Lesson) {
    guard lesson.activities.contains(where: { if case .demonstrates = $0 { true } else { false } }) else { return }
    for claim in lesson.claims where claim.evidence.subject == .other {
      #expect(claim.evidence.judge(LessonResults()) == .seen, "\(claim.sentence)")
    }
  }

  @Test func `three test cases run in six different orders`() {
    let orders = TestOrders(isShared: true).runs.map(\.order)
    #expect(orders.first == TestCase.allCases)
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
    #expect(TestOrders(isShared: false).passing == "6 of 6")
  }

  @Test func `a static variable stays where it is while its object comes and goes`() {
    let run = StorageDemo.run
    #expect(run.variable == "one address in static storage" && run.hasEnded)
    #expect(
      [run.before, run.during, run.after].map(\.object) == ["no object", "the object is on the heap", "no object"])
  }

  @Test func `a logout leaves nothing if no work of the old user is left, or if the work has its own cache`() {
    #expect(Logout.clean == [.wait, .cancelEarly, .cancelAndWait, .handOver])
  }
}
