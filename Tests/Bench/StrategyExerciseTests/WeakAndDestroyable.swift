import SingletonBench

@testable import StrategyExercise

struct WeakAndDestroyable<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: WeakVariable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.weakVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if let found = instance.load(caller) { return found }
      let made = caller.make()
      instance.store(made)
      return made
    }
  }

  func tearDown(_ caller: B.Caller) {
    lock.whileHeld {
      instance.store(nil)
    }
  }
}

extension WeakAndDestroyable {
  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    WeakAndDestroyable<Other>.self
  }

  static var traits: Traits { StrategyExercise.WeakAndDestroyable<NativeBackend>.traits }
  static var info: StrategyInfo { StrategyExercise.WeakAndDestroyable<NativeBackend>.info }
}
