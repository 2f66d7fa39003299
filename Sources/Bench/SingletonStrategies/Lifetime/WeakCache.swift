package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A dictionary has a weak reference for each key, here for each class, under one mutex. A value lives as long as a
/// caller holds it, and is built anew after that.
///
/// What can go wrong: A value whose last reference is gone is still in its deinit when the next one is made, and no lock
/// around the dictionary can change that. All keys share the lock: an initializer that asks for another key ends in a
/// trap.
///
/// What we expect: The cache is sound while callers hold what they got, and each key has one value. With callers that
/// release it, two values of a key are alive at the same time. An initializer that asks ends the process.
///
/// Source: This is keyed-registry with the weak variable of weak-locked-read, as caches of pictures and connections have
/// it.
package struct WeakCache<B: Backend>: Strategy {
  private let lock: B.Lock
  private let values: PerClass<WeakVariable<B>>

  package init(_ cell: inout B.Cell) {
    lock = cell.lock()
    values = PerClass(parent: cell.weakVariable(), child: cell.weakVariable())
  }

  /// Returns the value that a strong load finds, or builds one. The load is also the test.
  @inline(__always)
  private func value(of key: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    let value = values[key]
    return lock.whileHeld {
      if let found = value.load(caller) { return found }
      let built = caller.make(key)
      value.store(built)
      return built
    }
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { value(of: .parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { value(of: .child, caller) }
}

extension WeakCache {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WeakCache<O>.self }
  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-cache",
      idea: "a dictionary of weak references by key, under one Mutex",
      alsoKnownAs: ["weak var", "NSMapTable", "strongToWeakObjects", "weak dictionary", "flyweight"],
      expects: [
        .firstAccess: .sound,
        .subclass: .sound,
        .reacquire: .defect(.liveMax),
        .mutualInitialization: .trap,
      ],
      plain: PlainListing(CoverPictureForm.self))
  }
}

private enum CoverPictureForm: PlainForm {
  typealias Child = Portrait
  static let scenarios: [Scenario] = [.firstAccess, .subclass, .reacquire]

  static func shared() -> CoverPicture? { PictureCache.shared.picture(named: "cover", as: CoverPicture.self) }
  static func sharedByChild() -> AnyObject? { PictureCache.shared.picture(named: "portrait", as: Portrait.self) }
}
