public import Dispatch
import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// Dispatch's `DispatchSemaphore`, which the model checker can see.
///
/// In a check, a wait with a time limit times out only if no thread can take another step; then any of the waiting
/// threads may continue. With `timeouts: .anyTime`, it may also time out whenever it finds no permit. If the limit has
/// passed at the time of the call, there is no wait at all. `signal` returns 0, because the model does not know which
/// threads sleep.
public final class DispatchSemaphore: Sendable {
  let permits: Cell<Int>
  private let ordinary: Dispatch.DispatchSemaphore

  /// Creates a semaphore with this many permits, 0 or more.
  public init(value: Int, file: StaticString = #filePath, line: UInt = #line) {
    permits = Cell(value, "DispatchSemaphore", .count, file, line)
    ordinary = Dispatch.DispatchSemaphore(value: value)
    permits.holder = Reflection.address(of: self)
  }

  /// Waits for a permit, and takes it.
  public func wait(file: StaticString = #filePath, line: UInt = #line) {
    _ = wait(SourceLine(file, line), canTimeOut: false) { ordinary in
      ordinary.wait()
      return .success
    }
  }

  /// Waits for a permit until the given time at most, and takes it.
  public func wait(
    timeout: DispatchTime, file: StaticString = #filePath, line: UInt = #line
  ) -> DispatchTimeoutResult {
    wait(SourceLine(file, line), canTimeOut: timeout != .distantFuture, isOver: timeout <= .now()) {
      $0.wait(timeout: timeout)
    }
  }

  /// Waits for a permit until the given wall-clock time at most, and takes it.
  public func wait(
    wallTimeout: DispatchWallTime, file: StaticString = #filePath, line: UInt = #line
  ) -> DispatchTimeoutResult {
    wait(SourceLine(file, line), canTimeOut: wallTimeout != .distantFuture, isOver: wallTimeout <= .now()) {
      $0.wait(wallTimeout: wallTimeout)
    }
  }

  /// Gives a permit back.
  ///
  /// - Returns: Not 0 if a thread was woken; in a check always 0.
  @discardableResult
  public func signal(file: StaticString = #filePath, line: UInt = #line) -> Int {
    if let thread = Primitive.thread {
      thread.perform(.add(permits.location(thread), 1, .release), .semaphoreSignal, at: SourceLine(file, line))
      return 0
    }
    permits.locked { $0 += 1 }
    return isOfModel ? 0 : ordinary.signal()
  }

  private func wait(
    _ site: SourceLine, canTimeOut: Bool, isOver: Bool = false,
    ordinarily wait: (Dispatch.DispatchSemaphore) -> DispatchTimeoutResult
  ) -> DispatchTimeoutResult {
    if let thread = Primitive.thread {
      // If a wait may time out at any time, it does not depend on the time of the check whether it has.
      let isOver = isOver && thread.exploration.timeouts == .whenStuck
      var operation = Operation.wait(forPermitAt: permits.location(thread), canTimeOut: canTimeOut && !isOver)
      if isOver { operation.condition = .always }
      return Int(bitPattern: thread.perform(operation, .semaphoreWait, at: site)) > 0 ? .success : .timedOut
    }
    let result = isOfModel ? .success : wait(ordinary)
    if result == .success { permits.locked { $0 -= 1 } }
    return result
  }

  /// Whether an owner is being made. Permits are then only counted, and the model begins with the rest.
  private var isOfModel: Bool { ThreadRun.current != nil }
}
