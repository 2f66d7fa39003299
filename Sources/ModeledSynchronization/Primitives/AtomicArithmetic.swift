import SingletonModelChecker
import SingletonStrategyKit
public import Synchronization

// The toolchain declares these functions separately for each integer type; for callers, the result is the same.
// Each returns the values before and after.

extension Atomic where Value: FixedWidthInteger {
  /// Adds, with wraparound.
  @discardableResult
  public borrowing func wrappingAdd(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(.add, operand, ordering, SourceLine(file, line), &+)
  }

  /// Subtracts, with wraparound.
  @discardableResult
  public borrowing func wrappingSubtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(.add, 0 &- operand, ordering, SourceLine(file, line), &+)
  }

  /// Adds, and stops the process if the result overflows.
  @discardableResult
  public borrowing func add(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    let result = arithmetic(.add, operand, ordering, SourceLine(file, line), &+)
    requireNoOverflow(result.oldValue.addingReportingOverflow(operand).overflow)
    return result
  }

  /// Subtracts, and stops the process if the result overflows.
  @discardableResult
  public borrowing func subtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    let result = arithmetic(.add, 0 &- operand, ordering, SourceLine(file, line), &+)
    requireNoOverflow(result.oldValue.subtractingReportingOverflow(operand).overflow)
    return result
  }

  /// Stores the bitwise AND.
  @discardableResult
  public borrowing func bitwiseAnd(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(.and, operand, ordering, SourceLine(file, line), &)
  }

  /// Stores the bitwise OR.
  @discardableResult
  public borrowing func bitwiseOr(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(.or, operand, ordering, SourceLine(file, line), |)
  }

  /// Stores the bitwise exclusive OR.
  @discardableResult
  public borrowing func bitwiseXor(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(.xor, operand, ordering, SourceLine(file, line), ^)
  }

  /// Stores the lesser of the value and the operand.
  @discardableResult
  public borrowing func min(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(
      Value.isSigned ? .minimum : .unsignedMinimum, operand, ordering, SourceLine(file, line)
    ) { Swift.min($0, $1) }
  }

  /// Stores the greater of the value and the operand.
  @discardableResult
  public borrowing func max(
    _ operand: Value, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    arithmetic(
      Value.isSigned ? .maximum : .unsignedMaximum, operand, ordering, SourceLine(file, line)
    ) { Swift.max($0, $1) }
  }

  private borrowing func arithmetic(
    _ kind: Operation.Update, _ operand: Value, _ ordering: AtomicUpdateOrdering, _ site: SourceLine,
    _ new: (Value, Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    if Bits<Value>.fitsWord || Primitive.thread == nil { return update(kind, operand, ordering, site, new) }
    var old = load(ordering: .relaxed)
    while true {
      let (exchanged, original) = compareExchange(expected: old, desired: new(old, operand), ordering: ordering)
      if exchanged { return (old, new(old, operand)) }
      old = original
    }
  }

  private func requireNoOverflow(_ overflows: Bool) {
    guard overflows else { return }
    Primitive.thread?.trap("the result of an atomic operation overflows")
    preconditionFailure("the result of an atomic operation overflows")
  }
}

extension Atomic where Value == Bool {
  /// Stores the logical AND.
  @discardableResult
  public borrowing func logicalAnd(
    _ operand: Bool, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    update(.and, operand, ordering, SourceLine(file, line)) { $0 && $1 }
  }

  /// Stores the logical OR.
  @discardableResult
  public borrowing func logicalOr(
    _ operand: Bool, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    update(.or, operand, ordering, SourceLine(file, line)) { $0 || $1 }
  }

  /// Stores the logical exclusive OR.
  @discardableResult
  public borrowing func logicalXor(
    _ operand: Bool, ordering: AtomicUpdateOrdering, file: StaticString = #filePath, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    update(.xor, operand, ordering, SourceLine(file, line)) { $0 != $1 }
  }
}
