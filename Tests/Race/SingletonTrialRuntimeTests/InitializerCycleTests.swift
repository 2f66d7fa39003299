import CSingletonPlatform
import SingletonPlatform
import SingletonTrialRuntime
import Testing

struct InitializerCycleTests {
  private typealias Step = InitializerCycle.Step

  /// Returns the stack of a thread that has asked for constants, given in the order in which it has.
  private static func stack(_ constants: String...) -> [Step] {
    let names = constants.reversed().map { "static App.\($0).shared" }
    return names.dropLast().map { .asks($0) } + [.runs(names.last!), .asks(names.last!)]
  }

  /// The same if it is not seen that it has asked for the first one, whose initializer runs.
  private static func inner(_ constants: String...) -> [Step] {
    let names = constants.reversed().map { "static App.\($0).shared" }
    return names.dropLast().map { .asks($0) } + [.runs(names.last!)]
  }

  @Test(arguments: [
    ([stack("A", "A")], ["A.shared"]),
    ([stack("A", "B", "A")], ["A.shared", "B.shared"]),
    ([stack("A", "B"), stack("B", "A")], ["A.shared", "B.shared"]),
    ([inner("A", "A")], ["A.shared"]),
    ([inner("A", "B"), inner("B", "A")], ["A.shared", "B.shared"]),
    ([stack("X", "C", "A"), stack("A", "B"), stack("B", "C")], ["A.shared", "B.shared", "C.shared"]),
  ])
  func `a cycle is found in the stack of one thread and across threads`(
    stacks: [[InitializerCycle.Step]], names: [String]
  ) {
    #expect(InitializerCycle(in: stacks)?.constants == names)
  }

  @Test(arguments: [
    [], [[]], [stack("A")], [stack("A", "B"), stack("A", "B")],
    [stack("A", "B"), stack("C", "A")],
  ])
  func `threads that wait for one that does not wait for them are no cycle`(stacks: [[InitializerCycle.Step]]) {
    #expect(InitializerCycle(in: stacks) == nil)
  }

  @Test func `constants of one name in two modules are two`() {
    #expect(InitializerCycle(in: [[.asks("static Core.A.shared"), .runs("static App.A.shared")]]) == nil)
  }

  #if os(Linux)
    @Test func `the constants are found for which functions on a stack have asked, and whose initializers run`() {
      let found = Outer.shared.seen.map { step in
        switch step {
        case .asks(let name): "asks \(FunctionName.short(name) ?? name)"
        case .runs(let name): "runs \(FunctionName.short(name) ?? name)"
        }
      }
      #expect(found == ["runs Inner.shared", "asks Inner.shared", "runs Outer.shared", "asks Outer.shared"])
    }
  #endif
}

/// Notes for which constants functions on the stack of its initializer have asked.
private final class Inner: Sendable {
  static let shared = Inner()
  let seen: [InitializerCycle.Step]

  init() {
    var addresses = [UInt64](repeating: 0, count: 64)
    let count = cp_return_addresses(&addresses, addresses.count)
    seen = InitializerCycle.steps(on: [addresses.prefix(count).map { UInt($0) - 1 }])[0]
  }
}

private final class Outer: Sendable {
  static let shared = Outer()
  let seen = Inner.shared.seen
}
