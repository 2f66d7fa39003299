package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor builds under a once token. Allocation and both kinds of copy return the accessor's instance.
///
/// What can go wrong: A caller that allocates and then initializes runs the initializer on the finished instance, and
/// so races with the callers that use it.
///
/// What we expect: There is one instance, and a caller that constructs initializes it again.
///
/// Source: This is `two-plans: plan 1`, and `macro: V2 under ARC`, that is, automatic reference counting.
package struct OnceTokenAlloc<B: Backend>: Strategy {
  private let once: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    instance = cell.variable()
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, receiver, caller)) { instance, receiver, caller in
      instance.store(caller.make(receiver))
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(receiver, caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { shared(caller) }
}

extension OnceTokenAlloc {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OnceTokenAlloc<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-token-alloc",
      idea: "accessor by once token; allocation and both copies call the accessor",
      alsoKnownAs: ["allocWithZone"],
      citations: [Citation(.twoPlans, "plan 1"), Citation(.macro, "V2 under ARC")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .subclass: .defect(.wrongClass),
        .subclassConstruction: .defect(.reinits, .wrongClass, onWeakMemory: [.race]),
        .reentrant: .trap,
        .overRelease: .defect(.usedAfterDestroy, leastThreads: 1),
      ],
      plain: PlainListing(UserAccountForm.self))
  }
}

private enum UserAccountForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .copy]

  static func shared() -> UserAccount? { UserAccount.shared }
  static func copy(_ original: UserAccount) -> UserAccount? { original.copy() }
}
