import Foundation
import SingletonBench

/// A defect that the first process of a run does not show: it makes a file, and others find it. The environment variable
/// `FAULTY_BENCH_MARK` is the file's path.
struct LateDefect: Strategy {
  typealias B = NativeBackend

  private let lock: NativeLock
  private let instance: Variable<NativeBackend>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: NativeCaller) -> NativeInstance? {
    Self.isFirstProcess ? lock.whileHeld { found(caller) } : found(caller)
  }

  private func found(_ caller: NativeCaller) -> NativeInstance? {
    if instance.load() == nil { instance.store(caller.make()) }
    return instance.load()
  }

  /// Evaluated once per process.
  private static let isFirstProcess =
    open(
      ProcessInfo.processInfo.environment["FAULTY_BENCH_MARK"] ?? "/dev/null", O_CREAT | O_EXCL, 0o600) >= 0

  static var info: StrategyInfo {
    StrategyInfo("late-defect", "a lock, which all processes but the first ignore", .defect(.instances))
  }
}
