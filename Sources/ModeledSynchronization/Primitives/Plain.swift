import SingletonModelChecker
import SingletonStrategyChecker

/// A stored property in plain memory, which the model checker can see.
///
/// In a check, each read and each write is a plain access. Two accesses by different threads that nothing orders, at
/// least one of them a write, are a data race. The checker does not see a property without the wrapper: in a check,
/// each thread has its own.
///
///     #if STRESS_MODEL
///       @Plain
///     #endif
///     private var instance: Cache?
///
/// The wrapper belongs in classes, because its copies share one variable. A change in place, such as `count += 1`, is a
/// read and then a write. A `lazy` property cannot have it.
@propertyWrapper
public struct Plain<Value> {
  private let cell: Cell<Value>

  /// Creates a variable.
  public init(wrappedValue: Value, file: StaticString = #filePath, line: UInt = #line) {
    cell = Cell(wrappedValue, "@Plain", .value, file, line)
  }

  /// The value.
  public var wrappedValue: Value {
    get {
      guard let thread = Primitive.thread else { return cell.value }
      let word = thread.perform(.load(cell.location(thread), .plain), .variable, at: thread.line(of: cell))
      return thread.value(of: word, or: cell.value)
    }
    nonmutating set {
      guard let thread = Primitive.thread else { return cell.value = newValue }
      let site = thread.line(of: cell)
      let word = thread.word(of: newValue, at: site)
      thread.perform(.store(cell.location(thread), word, .plain), .variable, at: site)
    }
  }
}

extension Plain: PrimitiveHolder {}

extension Plain: @unchecked Sendable where Value: Sendable {
  // Unchecked: it is as safe as the plain variable that it stands for, which is exactly what a check determines.
}
