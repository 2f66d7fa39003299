/// The variables of a strategy, over one word of a world's memory each.

/// A plain variable that holds an instance or nil: no ordering, no atomicity. Racing on it is the point.
package struct Variable<W: World>: Sendable {
  let memory: W.PlainMemory

  @inline(__always)
  package func load(line: Site = #line) -> W.Instance? { W.Instance(word: memory.load(at: line)) }
  @inline(__always)
  package func store(_ instance: W.Instance?, line: Site = #line) { memory.store(instance?.word ?? 0, at: line) }
}

/// A plain flag, false at first.
package struct Flag<W: World>: Sendable {
  let memory: W.PlainMemory

  @inline(__always)
  package func isSet(line: Site = #line) -> Bool { memory.load(at: line) != 0 }
  @inline(__always)
  package func set(line: Site = #line) { memory.store(1, at: line) }
}

/// An atomic variable that holds an instance or nil. Each access spells its ordering.
package struct AtomicVariable<W: World>: Sendable {
  let memory: W.AtomicMemory

  @inline(__always)
  package func load(_ ordering: LoadOrdering, line: Site = #line) -> W.Instance? {
    W.Instance(word: memory.load(ordering, at: line))
  }

  @inline(__always)
  package func store(_ instance: W.Instance?, _ ordering: StoreOrdering, line: Site = #line) {
    memory.store(instance?.word ?? 0, ordering, at: line)
  }

  /// Publishes `instance` where the variable is nil. Returns what the variable holds: `instance`, or the winner's.
  @inline(__always)
  package func publish(
    _ instance: W.Instance, success: UpdateOrdering, failure: LoadOrdering, line: Site = #line
  ) -> W.Instance {
    let (_, original) = memory.compareExchange(
      expected: 0, desired: instance.word, success: success, failure: failure, at: line)
    return W.Instance(word: original) ?? instance
  }
}

/// A weak variable as Objective-C's runtime has it: loads and stores are each atomic, a load retains what it finds, and
/// finds nil once the last strong reference is gone.
package struct WeakVariable<W: World>: Sendable {
  let lock: W.Lock
  let memory: W.PlainMemory

  /// Retains what it returns.
  @inline(__always)
  package func load(_ caller: W.Caller, line: Site = #line) -> W.Instance? {
    lock.whileHeld(at: line) {
      guard let found = W.Instance(word: memory.load(at: line)) else { return nil }
      return caller.retainIfAlive(found, at: line) ? found : nil
    }
  }

  /// Whether a load would find nil; a load and a release, as the compiler writes them for a comparison.
  @inline(__always)
  package func isEmpty(_ caller: W.Caller, line: Site = #line) -> Bool {
    guard let found = load(caller, line: line) else { return true }
    caller.release(found, at: line)
    return false
  }

  @inline(__always)
  package func store(_ instance: W.Instance?, line: Site = #line) {
    lock.whileHeld(at: line) { memory.store(instance?.word ?? 0, at: line) }
  }
}

extension CellLayout {
  @inline(__always)
  package mutating func variable() -> Variable<W> { Variable(memory: plainMemory()) }
  @inline(__always)
  package mutating func flag() -> Flag<W> { Flag(memory: plainMemory()) }
  @inline(__always)
  package mutating func atomicVariable() -> AtomicVariable<W> { AtomicVariable(memory: atomicMemory()) }
  @inline(__always)
  package mutating func variablePerCaller() -> VariablePerCaller<W> {
    VariablePerCaller(memory: plainMemoryPerCaller())
  }
  @inline(__always)
  package mutating func flagPerCaller() -> FlagPerCaller<W> { FlagPerCaller(memory: plainMemoryPerCaller()) }
  @inline(__always)
  package mutating func weakVariable() -> WeakVariable<W> { WeakVariable(lock: lock(), memory: plainMemory()) }
}

/// A plain variable of each calling thread's own.
package struct VariablePerCaller<W: World>: Sendable {
  let memory: W.PlainMemoryPerCaller

  @inline(__always)
  package func of(_ caller: W.Caller) -> Variable<W> { Variable(memory: memory[caller.index]) }
}

/// A plain flag of each calling thread's own, false at first.
package struct FlagPerCaller<W: World>: Sendable {
  let memory: W.PlainMemoryPerCaller

  @inline(__always)
  package func of(_ caller: W.Caller) -> Flag<W> { Flag(memory: memory[caller.index]) }
}

/// One of something for each class.
package struct PerClass<Value> {
  let parent: Value
  let child: Value

  @inline(__always)
  subscript(class: InstanceClass) -> Value { `class` == .parent ? parent : child }
}

extension PerClass: Sendable where Value: Sendable {}
