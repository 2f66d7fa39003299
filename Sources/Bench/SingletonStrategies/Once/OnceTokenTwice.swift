package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The intercepted allocation allocates and initializes under one token. The accessor allocates, which is
/// intercepted, and initializes under another token.
///
/// What can go wrong: The accessor initializes an instance that the interception has already initialized.
///
/// What we expect: There is one instance, and it is initialized twice in every trial.
///
/// Source: This is `tutorial: §3`, repaired so that it runs.
package struct OnceTokenTwice<B: Backend>: Strategy {
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
      instance.store(caller.make())
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
    accessor.run(with: (self, caller)) { strategy, caller in
      strategy.instance.store(strategy.construct(caller))
    }
    return instance.load()
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { instance.load() }
}

extension OnceTokenTwice {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OnceTokenTwice<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-token-twice",
      idea: "one token allocates and initializes; the accessor's token does so again",
      alsoKnownAs: ["allocWithZone"],
      citations: [Citation(.tutorial, "§3")],
      expects: [
        .firstAccess: .defect(.reinits, leastThreads: 1),
        .mixedConstruction: .defect(.reinits, leastThreads: 1, onWeakMemory: [.race]),
        .copy: .defect(.reinits, leastThreads: 1),
        .reentrant: .trap,
      ],
      plain: PlainListing(WalletForm.self))
  }
}

private enum WalletForm: PlainForm {
  static func shared() -> Wallet? { Wallet.shared }
}
