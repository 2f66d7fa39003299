package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Each class has its own token and variable, and intercepts the allocation of its own instances, but not of its
/// children's.
///
/// What can go wrong: Allocation returns the finished instance, and the caller's initialization then runs on it.
///
/// What we expect: There is one instance per class, and a caller that constructs initializes it again.
///
/// Source: This is `macro: V3`, which reports this very defect. The parent has a once token, as the document says
/// later.
package struct PerClassOnce<B: Backend>: Strategy {
  private let onces: PerClass<B.OnceToken>
  private let instances: PerClass<Variable<B>>

  package init(_ cell: inout B.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    onces[receiver].run(with: (instances[receiver], receiver, caller)) { instance, receiver, caller in
      instance.store(caller.make(receiver))
    }
    return instances[receiver].load()
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
}

extension PerClassOnce {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { PerClassOnce<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "per-class-once",
      idea: "variable and token per class; allocation intercepted only for exactly this class",
      alsoKnownAs: ["singleton per class"],
      citations: [Citation(.macro, "V3")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .sound,
        // From four threads on, two construct the child, and both initialize its instance again.
        .subclassConstruction: .defect(.reinits, may: [.race]),
        .reentrant: .trap,
        // One thread asks again for a class that it is building; two threads can each wait for the other's class.
        .mutualInitialization: .trapOrHang,
      ],
      plain: PlainListing(SessionForm.self))
  }
}

private enum SessionForm: PlainForm {
  typealias Child = GuestSession
  static let scenarios: [Scenario] = [.firstAccess, .subclass]

  static func shared() -> Session? { Session.shared }
  static func sharedByChild() -> AnyObject? { GuestSession.shared }
}
