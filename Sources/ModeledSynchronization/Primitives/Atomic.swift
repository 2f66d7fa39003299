import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit
public import Synchronization

/// The toolchain's `Atomic`, which the model checker can see.
///
/// In a check, each operation is one event with its memory ordering. In some executions, a weak compare-exchange fails
/// even though it finds the expected value. An address in a check, such as that of an `Unmanaged`, is a name for the
/// object. The model cannot compare values of more than 64 bits by size, or use their bits, so arithmetic on them is a
/// loop around a compare-exchange.
///
/// Outside of a check, each operation is atomic and sequentially consistent.
public struct Atomic<Value: AtomicRepresentable>: ~Copyable {
  let cell: Cell<Value>

  /// Creates an atomic value.
  public init(_ initialValue: consuming Value, file: StaticString = #filePath, line: UInt = #line) {
    cell = Cell(initialValue, "Atomic", .atomic, file, line)
  }
}

extension Atomic: @unchecked Sendable where Value: Sendable {
  // Unchecked: each operation takes the cell's lock or is a step of the model.
}

extension Atomic {
  /// Returns the value.
  public borrowing func load(
    ordering: AtomicLoadOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> Value {
    guard let thread = Primitive.thread else { return cell.locked { $0 } }
    let word = thread.perform(
      .load(cell.location(thread), MemoryOrder(ordering)), .atomicVariable, at: SourceLine(file, line))
    return thread.atomicValue(of: word)
  }

  /// Replaces the value.
  public borrowing func store(
    _ desired: consuming Value, ordering: AtomicStoreOrdering, file: StaticString = #filePath, line: UInt = #line
  ) {
    let desired = desired
    guard let thread = Primitive.thread else { return cell.locked { $0 = desired } }
    let site = SourceLine(file, line)
    let word = thread.atomicWord(of: desired, at: site)
    thread.perform(.store(cell.location(thread), word, MemoryOrder(ordering)), .atomicVariable, at: site)
  }

  /// Replaces the value, and returns the previous one.
  public borrowing func exchange(
    _ desired: consuming Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> Value {
    update(.exchange, desired, ordering, SourceLine(file, line)) { _, desired in desired }.oldValue
  }

  /// Replaces the value if it is `expected`, and returns whether it was replaced, and the previous value.
  public borrowing func compareExchange(
    expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering,
    file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(
      expected: expected, desired: desired, successOrdering: ordering, failureOrdering: ordering.ofFailure, file: file,
      line: line)
  }

  /// Replaces the value if it is `expected`, and returns whether it was replaced, and the previous value.
  public borrowing func compareExchange(
    expected: consuming Value, desired: consuming Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(.compareExchange, expected, desired, successOrdering, failureOrdering, SourceLine(file, line))
  }

  private borrowing func compareExchange(
    _ update: Operation.Update, _ expected: Value, _ desired: Value, _ successOrdering: AtomicUpdateOrdering,
    _ failureOrdering: AtomicLoadOrdering, _ site: SourceLine
  ) -> (exchanged: Bool, original: Value) {
    guard let thread = Primitive.thread else {
      return cell.locked { value in
        let original = value
        let isExpected = Bits(original) == Bits(expected)
        if isExpected { value = desired }
        return (isExpected, original)
      }
    }
    let expectedWord = thread.atomicWord(of: expected, at: nil)
    let word = thread.atomicWord(of: desired, at: site)
    let found = thread.perform(
      Operation(
        .readModifyWrite, at: cell.location(thread), order: MemoryOrder(successOrdering),
        failureOrder: MemoryOrder(failureOrdering), update: update, value: word, expected: expectedWord),
      .atomicVariable, at: site)
    let hasFailed = update == .weakCompareExchange && found == Operation.failure
    return (found == expectedWord, thread.atomicValue(of: hasFailed ? expectedWord : found))
  }

  /// Replaces the value if it is `expected`, unless it fails spuriously; returns whether it was replaced, and the previous
  /// value.
  public borrowing func weakCompareExchange(
    expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering,
    file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    weakCompareExchange(
      expected: expected, desired: desired, successOrdering: ordering, failureOrdering: ordering.ofFailure, file: file,
      line: line)
  }

  /// Replaces the value if it is `expected`, unless it fails spuriously; returns whether it was replaced, and the previous
  /// value.
  public borrowing func weakCompareExchange(
    expected: consuming Value, desired: consuming Value, successOrdering: AtomicUpdateOrdering,
    failureOrdering: AtomicLoadOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    compareExchange(.weakCompareExchange, expected, desired, successOrdering, failureOrdering, SourceLine(file, line))
  }

  /// Performs a read-modify-write.
  ///
  /// - Parameter new: Returns the new value of the old one and the operand.
  borrowing func update(
    _ update: Operation.Update, _ operand: Value, _ ordering: AtomicUpdateOrdering, _ site: SourceLine,
    _ new: (Value, Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    guard let thread = Primitive.thread else {
      return cell.locked { value in
        let old = value
        value = new(old, operand)
        return (old, value)
      }
    }
    let word = thread.atomicWord(of: operand, at: site)
    let old: Value = thread.atomicValue(
      of: thread.perform(
        Operation(
          .readModifyWrite, at: cell.location(thread), order: MemoryOrder(ordering), update: update, value: word),
        .atomicVariable, at: site))
    return (old, new(old, operand))
  }
}

/// Orders the memory accesses around it, as the toolchain's function of this name.
///
/// It has no arguments for its line: with these, the compiler would prefer the toolchain's.
public func atomicMemoryFence(ordering: AtomicUpdateOrdering) {
  guard let thread = Primitive.thread else {
    return Synchronization.atomicMemoryFence(ordering: .sequentiallyConsistent)
  }
  let order = MemoryOrder(ordering)
  if order != .relaxed { thread.perform(.fence(order), .none, at: thread.callerLine) }
}
