public import Dispatch
import ModelChecker
import StrategyChecker
import StrategyKit

/// Dispatch's `DispatchSemaphore`, which the model checker can see.
///
/// In a check, a wait with a time limit reaches it only if no thread can take another step; then any of those that wait
/// may go on. A limit that is over at the call does not wait at all. `signal` returns 0, because the model does not know
/// which threads sleep.
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
    guard let thread = Primitive.thread else {
      ordinarily(-1, ordinary.wait())
      return
    }
    _ = take(thread, SourceLine(file, line), canTimeOut: false)
  }

  /// Waits for a permit at most until a time, and takes it.
  public func wait(
    timeout: DispatchTime, file: StaticString = #filePath, line: UInt = #line
  ) -> DispatchTimeoutResult {
    guard let thread = Primitive.thread else {
      return ordinarily(-1, ordinary.wait(timeout: timeout)) ?? .success
    }
    return take(
      thread, SourceLine(file, line), canTimeOut: timeout != .distantFuture, isOver: timeout <= .now())
  }

  /// Waits for a permit at most until a time of the wall clock, and takes it.
  public func wait(
    wallTimeout: DispatchWallTime, file: StaticString = #filePath, line: UInt = #line
  ) -> DispatchTimeoutResult {
    guard let thread = Primitive.thread else {
      return ordinarily(-1, ordinary.wait(wallTimeout: wallTimeout)) ?? .success
    }
    return take(
      thread, SourceLine(file, line), canTimeOut: wallTimeout != .distantFuture, isOver: wallTimeout <= .now())
  }

  /// Gives a permit back.
  ///
  /// - Returns: Not 0 if a thread was woken; in a check always 0.
  @discardableResult
  public func signal(file: StaticString = #filePath, line: UInt = #line) -> Int {
    guard let thread = Primitive.thread else { return ordinarily(1, ordinary.signal()) ?? 0 }
    thread.perform(.signal(permits.location(thread), SourceLine(file, line)))
    return 0
  }

  private func take(
    _ thread: ThreadRun, _ site: SourceLine, canTimeOut: Bool, isOver: Bool = false
  ) -> DispatchTimeoutResult {
    var operation = Operation.wait(forPermitAt: permits.location(thread), canTimeOut: canTimeOut, site)
    if isOver { operation.condition = .always }
    return Int(bitPattern: thread.perform(operation)) > 0 ? .success : .timedOut
  }

  /// Uses the ordinary semaphore outside of a check. While an owner is made, only the permits are counted, with which
  /// the model begins.
  @discardableResult
  private func ordinarily<Result>(_ change: Int, _ use: @autoclosure () -> Result) -> Result? {
    if ThreadRun.current == nil { return use() }
    permits.locked { $0 += change }
    return nil
  }
}
