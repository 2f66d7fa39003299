import SingletonBench
import Synchronization

/// A sound accessor under a lock, until its fault occurs after a number of accesses.
struct Guarded<F: Fault>: Strategy {
  typealias B = NativeBackend

  private let lock: NativeLock
  private let instance: Variable<NativeBackend>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: NativeCaller) -> NativeInstance? {
    if Accesses.areBeyondHealthy() { F.goWrong(caller) }
    return lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }

  static var info: StrategyInfo { StrategyInfo(F.id, F.idea, F.expectation) }
}

/// A fault of a strategy, and the expectation that the strategy declares.
protocol Fault: Sendable {
  static var id: String { get }
  static var idea: String { get }
  static var expectation: Expectation { get }

  /// Causes the fault. Returns only if the fault is harmless to the thread that causes it.
  static func goWrong(_ caller: NativeCaller)
}

extension Fault {
  static var expectation: Expectation { .sound }
}

/// Counts the accesses of this process by all threads. Each row has its own process.
private enum Accesses {
  /// The number of accesses before the fault: enough for a test to expect that some have been counted.
  private static let healthy = 100
  private static let count = Atomic<Int>(0)

  /// Counts an access, and returns whether the fault is due.
  static func areBeyondHealthy() -> Bool { count.wrappingAdd(1, ordering: .relaxed).newValue > healthy }
}

extension StrategyInfo {
  init(
    _ id: String, _ idea: String, _ expectation: Expectation, file: StaticString = #fileID,
    path: StaticString = #filePath
  ) {
    self.init(id: id, idea: idea, expects: [.firstAccess: expectation], file: file, path: path)
  }
}
