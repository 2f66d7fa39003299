import SingletonModelChecker
import SingletonPlatform
import SingletonStrategyChecker
import SingletonStrategyKit

/// The toolchain's `Mutex`, which the model checker can see.
///
/// In a check, the lock and the value that it guards are one location. The value is copied into each critical section
/// and out of it, because a thread is run again and again; a `Value` that is not `Copyable` is therefore impossible.
/// A thread that locks a mutex that it already holds stops the process, as with the toolchain's `Mutex`.
///
/// Outside of a check it is a mutex.
public struct Mutex<Value>: ~Copyable {
  private let cell: Cell<Value>

  /// Creates an unlocked mutex.
  public init(_ initialValue: consuming sending Value, file: StaticString = #filePath, line: UInt = #line) {
    cell = Cell(initialValue, "Mutex", .value, file, line)
  }
}

extension Mutex: @unchecked Sendable {
  // Unchecked: the value is used by one thread at a time.

  /// Waits until no thread holds the lock, then calls `body` with the value.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws; the lock is released.
  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result, file: StaticString = #filePath, line: UInt = #line
  ) throws(E) -> sending Result {
    guard let thread = Primitive.thread else {
      cell.lock()
      defer { cell.unlock() }
      return try body(&cell.value)
    }
    let (location, site) = (cell.location(thread), SourceLine(file, line))
    thread.requireNotHeld(location)
    let word = thread.perform(
      Self.hold(location).waiting(until: .greater, UInt(bitPattern: -1)), .lock, at: site)
    return try Self.run(body, word, cell, thread, site)
  }

  /// Calls `body` with the value if no thread holds the lock.
  ///
  /// - Returns: The result of `body`, or `nil` if a thread holds the lock.
  /// - Throws: The error that `body` throws; the lock is released.
  public borrowing func withLockIfAvailable<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result, file: StaticString = #filePath, line: UInt = #line
  ) throws(E) -> sending Result? {
    guard let thread = Primitive.thread else {
      guard cell.lockIfAvailable() else { return nil }
      defer { cell.unlock() }
      return try body(&cell.value)
    }
    let (location, site) = (cell.location(thread), SourceLine(file, line))
    if Self.stopsHolder { thread.requireNotHeld(location) }
    let word = thread.perform(Self.hold(location), .lock, at: site)
    guard word & Operation.held == 0 else { return nil }
    return try Self.run(body, word, cell, thread, site)
  }

  /// Whether the toolchain's lock stops the process if the thread that holds it tries to take it again. On Linux it did
  /// before Swift 6.3; otherwise the attempt fails like any other thread's.
  private static var stopsHolder: Bool {
    #if compiler(>=6.3)
      false
    #else
      OperatingSystem.current != .apple
    #endif
  }

  private static func hold(_ location: Int) -> Operation {
    Operation(.readModifyWrite, at: location, order: .acquire, failureOrder: .relaxed, update: .hold)
  }

  /// Runs a critical section, then stores the value and releases the lock in one operation.
  private static func run<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result, _ word: UInt, _ cell: Cell<Value>, _ thread: ThreadRun,
    _ site: SourceLine
  ) throws(E) -> sending Result {
    let location = cell.location(thread)
    thread.hold(location, true)
    nonisolated(unsafe) var value = thread.value(of: word, or: cell.value)
    defer {
      let word = thread.word(of: value, at: site)
      thread.perform(.store(location, word, .release), .unlock, at: site)
      thread.hold(location, false)
    }
    return try body(&value)
  }
}
