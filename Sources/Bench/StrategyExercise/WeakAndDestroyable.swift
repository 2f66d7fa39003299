// The instance ends with its last user, and the next access makes a new one. It can also be destroyed by hand. A new
// one may be made while the old one is still being destroyed: no lock can change that.
// Repair it: no access may return nil.

import SingletonBench

struct WeakAndDestroyable<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.weakVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(caller) { return found }
    return lock.whileHeld {
      if instance.isEmpty(caller) {
        let made = caller.make()
        instance.store(made)
        return made
      }
      return instance.load(caller)
    }
  }

  func tearDown(_ caller: B.Caller) {
    lock.whileHeld {
      instance.store(nil)
    }
  }
}

// What the exercise demands; leave it as it is.
extension WeakAndDestroyable {
  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    WeakAndDestroyable<Other>.self
  }

  static var traits: Traits { [.returnsRetained, .endsLives] }

  static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-and-destroyable",
      idea: "a weak variable, a lock, and a teardown",
      expects: [
        .firstAccess: .sound,
        .reacquire: .sound(may: [.liveMax]),
        .teardown: .sound(may: [.liveMax]),
      ])
  }
}
