package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor uses a once token. Every other entry point is closed at compile time: construction and copying do
/// not compile.
///
/// What can go wrong: Nothing that compiles goes wrong, in Swift.
///
/// What we expect: The strategy is sound. Sources that must fail to compile prove that the other entry points are
/// closed: the four calls of the document, and those that its Objective-C class leaves open.
///
/// Source: This is `two-plans: plan 2`, made stricter. In Objective-C, `allocWithZone:`, a class that is held in a
/// variable, and the allocation of a child compile, and make another instance.
package struct ConstructorUnavailable<B: Backend>: Strategy {
  private let once: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, caller)) { instance, caller in
      instance.store(caller.make())
    }
    return instance.load()
  }
}

extension ConstructorUnavailable {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ConstructorUnavailable<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "constructor-unavailable",
      idea: "accessor by once token; construct, new, copy and mutable copy do not compile",
      alsoKnownAs: ["NS_UNAVAILABLE", "unavailable", "private init", "private constructor"],
      citations: [Citation(.twoPlans, "plan 2")],
      expects: [
        .firstAccess: .sound,
        .reentrant: .trap,
      ],
      plain: PlainListing(ServiceRegistryForm.self))
  }
}

private enum ServiceRegistryForm: PlainForm {
  static func shared() -> ServiceRegistry? { ServiceRegistry.shared }
}
