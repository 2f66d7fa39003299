package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A once token fills a weak variable. A strong local keeps the new instance alive during the once block, and the
/// accessor returns what a weak load finds after the block.
///
/// What can go wrong: The token runs only once. After the last release the variable is nil, and it is never filled
/// again.
///
/// What we expect: The strategy is sound while callers hold the instance. Once it has been released, callers get nil
/// forever.
///
/// Source: This is `macro: V4 weak`. The document shows what its accessor returns, but not the accessor: this is one of
/// two readings that give that output, and weak-once-early-read is the other. V4's accessor as it stands, with its
/// variable made weak, returns nil from the first call on.
package struct WeakOnce<B: Backend>: Strategy {
  private let once: B.OnceToken
  private let initializerLock: B.Semaphore
  private let instance: WeakVariable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    initializerLock = cell.semaphore(limit: nil)
    instance = cell.weakVariable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    let strong = once.run(with: (self, caller)) { strategy, caller in
      let built = caller.allocate()
      strategy.initialize(built, caller)
      return built
    }
    let found = instance.load(caller)
    if let strong { caller.release(strong) }
    return found
  }

  private func initialize(_ allocated: B.Instance, _ caller: B.Caller) {
    let existing = instance.load(caller)
    _ = initializerLock.wait()
    if existing.map(caller.class) != caller.class(of: allocated) {
      caller.initialize(allocated)
      instance.store(allocated)
    }
    initializerLock.signal()
    if let existing { caller.release(existing) }
  }

  /// Does nothing: the instance ends with its last reference, and there is no other end.
  package func tearDown(_ caller: B.Caller) {}

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    initialize(allocated, caller)
    return allocated
  }
}

extension WeakOnce {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WeakOnce<O>.self }
  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-once",
      idea: "a once token on a weak variable; a weak load after the once block",
      alsoKnownAs: ["weak var"],
      citations: [Citation(.macro, "V4 weak")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .reacquire: .defect(.nilResults, leastThreads: 1),
        .reconstruct: .defect(.nilResults, leastThreads: 1),
        .reentrant: .trap,
      ],
      plain: PlainListing(SpellCheckerForm.self))
  }
}

private enum SpellCheckerForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .reacquire]
  static let mayCrash: String? = "the weak variable is read outside of the lock"

  static func shared() -> SpellChecker? { SpellChecker.shared }
}
