package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The child class has its own accessor, token and variable, and allocates as the parent does.
///
/// What can go wrong: The parent intercepts allocation and calls the accessor of the class that allocates. For a child,
/// this is the accessor whose once block is already running.
///
/// What we expect: The strategy is sound for the parent alone. libdispatch ends the process with a trap when the child
/// is asked or constructed.
///
/// Source: This is `macro: V2 completed child`. The parent has a once token; the document prints a lock for it in V2,
/// and calls it a once token later.
package struct SubclassOnceRecursive<B: Backend>: Strategy {
  private let onces: PerClass<B.OnceToken>
  private let instances: PerClass<Variable<B>>

  package init(_ cell: inout B.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    onces.parent.run(with: (instances.parent, caller)) { instance, caller in
      instance.store(caller.make())
    }
    return instances.parent.load()
  }

  package func sharedByChild(_ caller: B.Caller) -> B.Instance? {
    onces.child.run {
      guard let allocated = allocateByParent(.child, caller) else { return }
      caller.initialize(allocated)
      instances.child.store(allocated)
    }
    return instances.child.load()
  }

  package func constructChild(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocateByParent(.child, caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  /// Intercepts allocation: returns the result of the accessor of the class that allocates.
  private func allocateByParent(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    receiver == .parent ? shared(caller) : sharedByChild(caller)
  }
}

extension SubclassOnceRecursive {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SubclassOnceRecursive<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "subclass-once-recursive",
      idea: "the child's once block allocates by the parent's interception, which calls the child's accessor",
      citations: [Citation(.macro, "V2 completed child")],
      expects: [
        .firstAccess: .sound,
        .subclass: Expectation(.trap, leastThreads: 2),
        .subclassConstruction: Expectation(.trap, leastThreads: 2),
        .reentrant: .trap,
      ],
      plain: PlainListing(TrackerForm.self))
  }
}

private enum TrackerForm: PlainForm {
  typealias Child = CrashTracker
  static let scenarios: [Scenario] = [.firstAccess, .subclass]

  static func shared() -> Tracker? { Tracker.shared }
  static func sharedByChild() -> AnyObject? { CrashTracker.shared }
  static let differences = [
    PlainDifference(
      .subclass, Expectation(.ends([.trap, .hang]), leastThreads: 2),
      why: "a static let that waits for itself ends the process on Apple's systems alone")
  ]
}
