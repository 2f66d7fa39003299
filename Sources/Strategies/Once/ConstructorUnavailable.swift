import Core
package import StrategyKit

/// Idea: a once token for the accessor, and every other entryPoint is shut at compile time: constructing and copying do not
/// compile.
///
/// What can go wrong: nothing that compiles.
///
/// What we expect: sound; that the other entryPoints are shut is proved by sources that must fail to compile.
///
/// Source: 003 plan 2.
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
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { ConstructorUnavailable<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "constructor-unavailable",
      idea: "accessor by once token; construct, new, copy and mutable copy do not compile",
      source: "003 plan 2",
      expects: [
        .firstAccess: .sound,
        .reentrant: .trap,
      ])
  }
}
