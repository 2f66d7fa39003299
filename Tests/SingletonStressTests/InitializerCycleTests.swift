import Testing

@testable import SingletonStress

struct InitializerCycleTests {
  /// Returns the stack of a thread, given the constants that it has asked for, the outermost first.
  private static func stack(_ constants: String...) -> [String] {
    constants.reversed().flatMap { ["\($0).shared.unsafeMutableAddressor", "\($0).shared.getter", "helper()"] }
  }

  @Test(arguments: [
    ([stack("A", "B", "A")], ["A.shared", "B.shared"]),
    ([stack("A", "B"), stack("B", "A")], ["A.shared", "B.shared"]),
    ([stack("X", "C", "A"), stack("A", "B"), stack("B", "C")], ["A.shared", "B.shared", "C.shared"]),
  ])
  func `a cycle is found in the stack of one thread and across threads`(stacks: [[String]], names: [String]) {
    #expect(InitializerCycle(in: stacks)?.constants == names)
  }

  @Test(arguments: [
    [], [stack("A")], [stack("A", "B"), stack("A", "B")], [stack("A", "A")], [["lock()", "A.shared.getter"]],
    [stack("A", "B"), stack("C", "A")],
  ])
  func `threads that wait for one that does not wait for them are no cycle`(stacks: [[String]]) {
    #expect(InitializerCycle(in: stacks) == nil)
  }
}
