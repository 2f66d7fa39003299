import Outcomes

/// Idea: a once token on a weak variable. A strong local keeps the new instance alive across the once block; what is
/// returned is a weak load after it.
///
/// What can go wrong: the token has fired. After the last release the variable is nil, and nothing will ever fill it
/// again.
///
/// What we expect: sound while callers hold; nil for ever after the first release.
///
/// Source: 000 V4 on a weak variable.
package struct WeakOnce<W: World>: Strategy {
  private let once: W.OnceToken
  private let initialiserLock: W.Semaphore
  private let instance: WeakVariable<W>

  package init(_ cell: inout W.Cell) {
    once = cell.onceToken()
    initialiserLock = cell.semaphore(limit: nil)
    instance = cell.weakVariable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    let strong = once.run(with: (self, caller)) { strategy, caller in
      let built = caller.allocate()
      strategy.initialise(built, caller)
      return built
    }
    let found = instance.load(caller)
    if let strong { caller.release(strong) }
    return found
  }

  private func initialise(_ allocated: W.Instance, _ caller: W.Caller) {
    let existing = instance.load(caller)
    _ = initialiserLock.wait()
    if existing.map(caller.class) != caller.class(of: allocated) {
      caller.initialise(allocated)
      instance.store(allocated)
    }
    initialiserLock.signal()
    if let existing { caller.release(existing) }
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = shared(caller) else { return nil }
    initialise(allocated, caller)
    return allocated
  }
}

extension WeakOnce {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { WeakOnce<V>.self }

  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var card: Card {
    Card(
      id: "weak-once",
      idea: "a once token on a weak variable; a weak load after the once block",
      risk: "after the first release nothing is ever built again",
      source: "000 V4 on a weak variable",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .reacquire: .defect(.nilResults, leastThreads: 1),
        .reentrant: .trap,
      ])
  }
}
