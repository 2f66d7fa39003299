/// The variables of a strategy, over one word of a world's memory each.

/// A plain variable that holds an instance or nil: no ordering, no atomicity. Racing on it is the point.
public struct Variable<B: Backend>: Sendable {
  public let memory: B.PlainMemory

  @inline(__always)
  public func load(file: StaticString = #fileID, line: UInt = #line) -> B.Instance? { B.Instance(word: memory.load(at: SourceLine(file, line))) }
  @inline(__always)
  public func store(_ instance: B.Instance?, file: StaticString = #fileID, line: UInt = #line) { memory.store(instance?.word ?? 0, at: SourceLine(file, line)) }
}

/// A plain flag, false at first.
public struct Flag<B: Backend>: Sendable {
  public let memory: B.PlainMemory

  @inline(__always)
  public func isSet(file: StaticString = #fileID, line: UInt = #line) -> Bool { memory.load(at: SourceLine(file, line)) != 0 }
  @inline(__always)
  public func set(file: StaticString = #fileID, line: UInt = #line) { memory.store(1, at: SourceLine(file, line)) }
}

/// An atomic variable that holds an instance or nil. Each access spells its ordering.
public struct AtomicVariable<B: Backend>: Sendable {
  public let memory: B.AtomicMemory

  @inline(__always)
  public func load(_ ordering: LoadOrdering, file: StaticString = #fileID, line: UInt = #line) -> B.Instance? {
    B.Instance(word: memory.load(ordering, at: SourceLine(file, line)))
  }

  @inline(__always)
  public func store(_ instance: B.Instance?, _ ordering: StoreOrdering, file: StaticString = #fileID, line: UInt = #line) {
    memory.store(instance?.word ?? 0, ordering, at: SourceLine(file, line))
  }

  /// Publishes `instance` where the variable is nil. Returns what the variable holds: `instance`, or the winner's.
  @inline(__always)
  public func publish(
    _ instance: B.Instance, success: UpdateOrdering, failure: LoadOrdering, file: StaticString = #fileID, line: UInt = #line
  ) -> B.Instance {
    let (_, original) = memory.compareExchange(
      expected: 0, desired: instance.word, success: success, failure: failure, at: SourceLine(file, line))
    return B.Instance(word: original) ?? instance
  }
}

/// A weak variable as Objective-C's runtime has it: loads and stores are each atomic, a load retains what it finds, and
/// finds nil once the last strong reference is gone.
public struct WeakVariable<B: Backend>: Sendable {
  public let lock: B.Lock
  public let memory: B.PlainMemory

  /// Retains what it returns.
  @inline(__always)
  public func load(_ caller: B.Caller, file: StaticString = #fileID, line: UInt = #line) -> B.Instance? {
    lock.whileHeld(at: SourceLine(file, line)) {
      guard let found = B.Instance(word: memory.load(at: SourceLine(file, line))) else { return nil }
      return caller.retainIfAlive(found, at: SourceLine(file, line)) ? found : nil
    }
  }

  /// Whether a load would find nil; a load and a release, as the compiler writes them for a comparison.
  @inline(__always)
  public func isEmpty(_ caller: B.Caller, file: StaticString = #fileID, line: UInt = #line) -> Bool {
    guard let found = load(caller, file: file, line: line) else { return true }
    caller.release(found, at: SourceLine(file, line))
    return false
  }

  @inline(__always)
  public func store(_ instance: B.Instance?, file: StaticString = #fileID, line: UInt = #line) {
    lock.whileHeld(at: SourceLine(file, line)) { memory.store(instance?.word ?? 0, at: SourceLine(file, line)) }
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

/// A plain variable of each calling thread's own.
public struct VariablePerCaller<B: Backend>: Sendable {
  public let memory: B.PlainMemoryPerCaller

  @inline(__always)
  public func of(_ caller: B.Caller) -> Variable<B> { Variable(memory: memory[caller.index]) }
}

/// A plain flag of each calling thread's own, false at first.
public struct FlagPerCaller<B: Backend>: Sendable {
  public let memory: B.PlainMemoryPerCaller

  @inline(__always)
  public func of(_ caller: B.Caller) -> Flag<B> { Flag(memory: memory[caller.index]) }
}
