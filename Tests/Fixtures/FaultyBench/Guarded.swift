import Outcomes
import Strategies
import Synchronization

/// A sound accessor, under a lock, that goes wrong in a way of its own after a while.
protocol Guarded: Strategy where W == NativeWorld {
  var lock: NativeLock { get }
  var instance: Variable<NativeWorld> { get }

  /// Does nothing, or never returns.
  static func goWrong(_ caller: NativeCaller)
}

extension Guarded {
  func shared(_ caller: NativeCaller) -> NativeInstance? {
    if Accesses.isBeyondHealthy() { Self.goWrong(caller) }
    return lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

/// The accesses of this process, all rows and threads together; a row has a process of its own.
private enum Accesses {
  /// So many are healthy, so that a test can demand what was counted before the fault.
  private static let healthy = 100
  private static let asked = Atomic<Int>(0)

  static func isBeyondHealthy() -> Bool { asked.wrappingAdd(1, ordering: .relaxed).newValue > healthy }
}

extension Card {
  init(_ id: String, _ idea: String, _ expectation: Expectation) {
    self.init(id: id, idea: idea, expects: [.firstAccess: expectation])
  }
}
