// The variables of a strategy. Each takes one word of a backend's memory.

/// A plain variable that holds an instance or `nil`, without ordering or atomicity. Data races on it are intended.
public struct Variable<B: Backend>: Sendable, NamedParts {
  package let memory: B.PlainMemory
  package func parts(named name: String) -> KeyValuePairs<String, Any> { [name: memory] }

  @inline(__always)
  public func load(file: StaticString = #fileID, line: UInt = #line) -> B.Instance? {
    B.Instance(word: memory._load(at: SourceLine(file, line)))
  }
  @inline(__always)
  public func store(_ instance: B.Instance?, file: StaticString = #fileID, line: UInt = #line) {
    memory._store(instance?.word ?? 0, at: SourceLine(file, line))
  }
}

/// A plain flag, initially false.
public struct Flag<B: Backend>: Sendable, NamedParts {
  package let memory: B.PlainMemory
  package func parts(named name: String) -> KeyValuePairs<String, Any> { [name: memory] }

  @inline(__always)
  public func isSet(file: StaticString = #fileID, line: UInt = #line) -> Bool {
    memory._load(at: SourceLine(file, line)) != 0
  }
  @inline(__always)
  public func set(file: StaticString = #fileID, line: UInt = #line) { memory._store(1, at: SourceLine(file, line)) }
}

/// An atomic variable that holds an instance or `nil`. Each access states its memory order.
public struct AtomicVariable<B: Backend>: Sendable, NamedParts {
  package let memory: B.AtomicMemory
  package func parts(named name: String) -> KeyValuePairs<String, Any> { [name: memory] }

  @inline(__always)
  public func load(_ ordering: LoadOrdering, file: StaticString = #fileID, line: UInt = #line) -> B.Instance? {
    B.Instance(word: memory._load(ordering, at: SourceLine(file, line)))
  }

  @inline(__always)
  public func store(
    _ instance: B.Instance?, _ ordering: StoreOrdering, file: StaticString = #fileID, line: UInt = #line
  ) {
    memory._store(instance?.word ?? 0, ordering, at: SourceLine(file, line))
  }

  /// Stores `instance` if the variable is `nil`. Returns the instance that the variable holds afterward.
  @inline(__always)
  public func publish(
    _ instance: B.Instance, success: UpdateOrdering, failure: LoadOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> B.Instance {
    let (_, original) = memory._compareExchange(
      expected: 0, desired: instance.word, success: success, failure: failure, at: SourceLine(file, line))
    return B.Instance(word: original) ?? instance
  }
}

/// A weak variable, as in Objective-C's runtime.
///
/// Each load and store is atomic. A load retains the instance that it finds. After the last strong reference is
/// released, a load finds `nil`.
public struct WeakVariable<B: Backend>: Sendable, NamedParts {
  package let lock: B.Lock
  package let memory: B.PlainMemory
  package func parts(named name: String) -> KeyValuePairs<String, Any> { [name: memory, "\(name)'s own lock": lock] }

  /// Returns the instance, retained for the caller, or `nil` if there is no live instance.
  @inline(__always)
  public func load(_ caller: B.Caller, file: StaticString = #fileID, line: UInt = #line) -> B.Instance? {
    lock._whileHeld(at: SourceLine(file, line)) {
      guard let found = B.Instance(word: memory._load(at: SourceLine(file, line))) else { return nil }
      return caller._retainIfAlive(found, at: SourceLine(file, line)) ? found : nil
    }
  }

  /// Returns whether the variable is `nil`. As in the code that the compiler generates for a comparison with `nil`, the
  /// instance is loaded and then released.
  @inline(__always)
  public func isEmpty(_ caller: B.Caller, file: StaticString = #fileID, line: UInt = #line) -> Bool {
    guard let found = load(caller, file: file, line: line) else { return true }
    caller._release(found, at: SourceLine(file, line))
    return false
  }

  @inline(__always)
  public func store(_ instance: B.Instance?, file: StaticString = #fileID, line: UInt = #line) {
    lock._whileHeld(at: SourceLine(file, line)) { memory._store(instance?.word ?? 0, at: SourceLine(file, line)) }
  }
}

/// A plain variable per calling thread.
public struct VariablePerCaller<B: Backend>: Sendable, NamedParts {
  package let memory: B.PlainMemoryPerCaller
  package func parts(named name: String) -> KeyValuePairs<String, Any> { [name: memory] }

  /// The number of calling threads.
  public var count: Int { memory.count }

  @inline(__always)
  public subscript(index: Int) -> Variable<B> { Variable(memory: memory[index]) }

  @inline(__always)
  public func of(_ caller: B.Caller) -> Variable<B> { self[caller._ownIndex] }
}

/// A plain flag per calling thread, initially false.
public struct FlagPerCaller<B: Backend>: Sendable, NamedParts {
  package let memory: B.PlainMemoryPerCaller
  package func parts(named name: String) -> KeyValuePairs<String, Any> { [name: memory] }

  @inline(__always)
  public func of(_ caller: B.Caller) -> Flag<B> { Flag(memory: memory[caller._ownIndex]) }
}

/// A pair of values, one per class.
public struct PerClass<Value> {
  public let parent: Value
  public let child: Value

  @inline(__always)
  public init(parent: Value, child: Value) {
    self.parent = parent
    self.child = child
  }

  @inline(__always)
  public subscript(class: InstanceClass) -> Value { `class` == .parent ? parent : child }
}

extension PerClass: Sendable where Value: Sendable {}

extension PerClass: NamedParts {
  package func parts(named name: String) -> KeyValuePairs<String, Any> {
    ["\(name).parent": parent, "\(name).child": child]
  }
}

extension CellLayout {
  @inline(__always)
  public mutating func variable() -> Variable<B> { Variable(memory: plainMemory()) }
  @inline(__always)
  public mutating func flag() -> Flag<B> { Flag(memory: plainMemory()) }
  @inline(__always)
  public mutating func atomicVariable() -> AtomicVariable<B> { AtomicVariable(memory: atomicMemory()) }
  @inline(__always)
  public mutating func variablePerCaller() -> VariablePerCaller<B> {
    VariablePerCaller(memory: plainMemoryPerCaller())
  }
  @inline(__always)
  public mutating func flagPerCaller() -> FlagPerCaller<B> { FlagPerCaller(memory: plainMemoryPerCaller()) }
  @inline(__always)
  public mutating func weakVariable() -> WeakVariable<B> { WeakVariable(lock: lock(), memory: plainMemory()) }
}

/// A value that consists of several primitives. In a counterexample, each has a name that is derived from the name of
/// the value.
package protocol NamedParts {
  /// Returns the parts, keyed by their names.
  ///
  /// - Parameter name: The name of the whole value.
  func parts(named name: String) -> KeyValuePairs<String, Any>
}
