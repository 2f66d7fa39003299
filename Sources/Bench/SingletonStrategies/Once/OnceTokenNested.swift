package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: One once token protects the intercepted allocation, and another protects the accessor.
///
/// What can go wrong: The block of the first token allocates in the ordinary way, which is intercepted. So the token is
/// used again inside its own block.
///
/// What we expect: libdispatch ends the process with a trap at the first access.
///
/// Source: This is `tutorial: §3` as printed, and §4 and §5, which build on it.
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
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OnceTokenNested<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-token-nested",
      idea: "the once block of the interception allocates through the interception again",
      alsoKnownAs: ["allocWithZone"],
      citations: [Citation(.tutorial, "§3"), Citation(.tutorial, "§4"), Citation(.tutorial, "§5 macro")],
      expects: [
        .firstAccess: .trap,
        .mixedConstruction: .trap,
        .reentrant: .trap,
      ],
      plain: PlainListing(CartForm.self))
  }
}

private enum CartForm: PlainForm {
  static func shared() -> Cart? { Cart.shared }
  static let differences = [
    PlainDifference(
      .firstAccess, .trapOrHang, why: "a static let that waits for itself ends the process on Apple's systems alone")
  ]
}
