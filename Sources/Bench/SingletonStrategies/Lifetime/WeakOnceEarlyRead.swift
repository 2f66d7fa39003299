package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A once token fills a weak variable. The accessor loads the variable into a strong local before it uses the
/// token. A thread that runs the token's block stores its new instance in the local. The accessor returns the local.
///
/// What can go wrong: A thread that loads nil and then waits for another thread's block returns the nil that it loaded.
/// After the last release the variable is nil, and it is never filled again.
///
/// What we expect: Nil is handed out, even at the first access.
///
/// Source: This is `macro: V4 weak`, in another reading than weak-once: the accessor begins with the first line that V5
/// prints. The document's output comes from one thread, so it fits both readings.
package struct WeakOnceEarlyRead<B: Backend>: Strategy {
  private let once: B.OnceToken
  private let instance: WeakVariable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    instance = cell.weakVariable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    let found = instance.load(caller)
    let built = once.run(with: (instance, caller)) { instance, caller in
      let built = caller.make()
      instance.store(built)
      return built
    }
    return built ?? found
  }
}

extension WeakOnceEarlyRead {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WeakOnceEarlyRead<O>.self }
  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-once-early-read",
      idea: "a once token on a weak variable; the weak load comes before the token",
      alsoKnownAs: ["weak var"],
      citations: [Citation(.macro, "V4 weak")],
      expects: [
        .firstAccess: .defect(.nilResults),
        .reacquire: .defect(.nilResults, leastThreads: 1),
        .reentrant: .trap,
      ],
      plain: PlainListing(PhraseBookForm.self))
  }
}

private enum PhraseBookForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .reacquire]
  static let mayCrash: String? = "the weak variable is read outside of the lock"

  static func shared() -> PhraseBook? { PhraseBook.shared }
}
