import SingletonTrialRuntime
import Testing

struct InitializerCycleTests {
  /// Returns the stack of a thread, given the constants that it has asked for, the outermost first.
  private static func stack(_ constants: String...) -> [String] {
    constants.reversed().flatMap { constant in
      ["Int", constant].map { "App.\(constant).shared.unsafeMutableAddressor : \($0)" }
        + ["static App.\(constant).shared.getter : \(constant)", "App.helper() -> ()"]
    }
  }

  @Test(arguments: [
    ([stack("A", "A")], ["A.shared"]),
    ([stack("A", "B", "A")], ["A.shared", "B.shared"]),
    ([stack("A", "B"), stack("B", "A")], ["A.shared", "B.shared"]),
    ([stack("X", "C", "A"), stack("A", "B"), stack("B", "C")], ["A.shared", "B.shared", "C.shared"]),
  ])
  func `a cycle is found in the stack of one thread and across threads`(stacks: [[String]], names: [String]) {
    #expect(InitializerCycle(in: stacks)?.constants == names)
  }

  @Test(arguments: [
    [], [stack("A")], [stack("A", "B"), stack("A", "B")], [["lock()", "A.shared.getter"]],
    [stack("A", "B"), stack("C", "A")],
  ])
  func `threads that wait for one that does not wait for them are no cycle`(stacks: [[String]]) {
    #expect(InitializerCycle(in: stacks) == nil)
  }

  @Test func `constants of one name in two modules are two`() {
    let functions = ["Core.A.shared.unsafeMutableAddressor : A", "helper()", "App.A.shared.unsafeMutableAddressor : A"]
    #expect(InitializerCycle(in: [functions]) == nil)
  }
}
