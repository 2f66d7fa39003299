import Core
package import StrategyKit

/// Idea: a once token for the interception of allocation, another for the accessor.
///
/// What can go wrong: the block of the interception allocates by the ordinary way, which is intercepted: the token is
/// asked again inside its own block.
///
/// What we expect: libdispatch stops the process at the first access.
///
/// Source: 001 §3 as printed, and §4 on top of it.
package struct OnceTokenNested<B: Backend>: Strategy {
  private let allocation: B.OnceToken
  private let accessor: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    allocation = cell.onceToken()
    accessor = cell.onceToken()
    instance = cell.variable()
  }

  private func allocate(_ caller: B.Caller) -> B.Instance? {
    allocation.run {
      instance.store(construct(caller))
    }
    return instance.load()
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    accessor.run {
      instance.store(construct(caller))
    }
    return instance.load()
  }
}

extension OnceTokenNested {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { OnceTokenNested<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-token-nested",
      idea: "the once block of the interception allocates through the interception again",
      risk: "a once token that is asked inside its own block stops the process",
      source: "001 §3 as printed, §4",
      expects: [
        .firstAccess: .trap,
        .mixedConstruction: .trap,
        .reentrant: .trap,
      ])
  }
}
