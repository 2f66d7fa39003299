// The operations as strategies call them: the source line is that of the call.

extension CallingThread {
  @inline(__always)
  public func allocate(_ class: InstanceClass = .parent, file: StaticString = #fileID, line: UInt = #line) -> Instance {
    _allocate(`class`, at: SourceLine(file, line))
  }
  @inline(__always)
  public func initialize(_ instance: Instance, file: StaticString = #fileID, line: UInt = #line) {
    _initialize(instance, at: SourceLine(file, line))
  }
  @inline(__always)
  public func make(_ class: InstanceClass = .parent, file: StaticString = #fileID, line: UInt = #line) -> Instance {
    _make(`class`, at: SourceLine(file, line))
  }
  /// Allocates an instance and runs its initializer, which throws in the scenarios `failing` and `canceled`. An
  /// instance whose initializer throws ends there.
  @inline(__always)
  public func makeOrThrow(
    _ class: InstanceClass = .parent, file: StaticString = #fileID, line: UInt = #line
  ) throws(Refusal) -> Instance {
    let made = _make(`class`, at: SourceLine(file, line))
    do throws(Refusal) {
      try rethrowRefusal()
    } catch {
      _release(made, at: SourceLine(file, line))
      throw error
    }
    return made
  }
  @inline(__always)
  public func retain(_ instance: Instance, file: StaticString = #fileID, line: UInt = #line) {
    _retain(instance, at: SourceLine(file, line))
  }
  @inline(__always)
  public func release(_ instance: Instance, file: StaticString = #fileID, line: UInt = #line) {
    _release(instance, at: SourceLine(file, line))
  }
}

extension MutualExclusion {
  @inline(__always)
  public func whileHeld<R>(file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    _whileHeld(at: SourceLine(file, line), body)
  }
}

extension ReentrantExclusion {
  @inline(__always)
  public func whileHeld<R>(by caller: Caller, file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    _whileHeld(by: caller, at: SourceLine(file, line), body)
  }
}

extension BinarySemaphore {
  @inline(__always)
  public func wait(file: StaticString = #fileID, line: UInt = #line) -> Bool { _wait(at: SourceLine(file, line)) }
  @inline(__always)
  public func signal(file: StaticString = #fileID, line: UInt = #line) { _signal(at: SourceLine(file, line)) }
}

extension OneTimeToken {
  @inline(__always) @discardableResult
  public func run<Context, Result>(
    with context: Context, file: StaticString = #fileID, line: UInt = #line, _ body: (Context) -> Result
  ) -> Result? {
    _run(with: context, at: SourceLine(file, line), body)
  }

  /// Runs a body that may capture values. Accesses whose cost matters pass the values as arguments instead.
  @inline(__always)
  public func run(file: StaticString = #fileID, line: UInt = #line, _ body: () -> Void) {
    _ = _run(with: (), at: SourceLine(file, line), body)
  }
}

extension SharedExclusion {
  @inline(__always)
  public func whileReading<R>(file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R? {
    _whileReading(at: SourceLine(file, line), body)
  }
  @inline(__always)
  public func whileWriting<R>(file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R? {
    _whileWriting(at: SourceLine(file, line), body)
  }
}

extension PublishOnceReference {
  @inline(__always)
  public func load(_ caller: Caller, file: StaticString = #fileID, line: UInt = #line) -> Caller.Instance? {
    _load(caller, at: SourceLine(file, line))
  }
  @inline(__always)
  public func storeIfNil(
    _ instance: Caller.Instance, _ caller: Caller, file: StaticString = #fileID, line: UInt = #line
  ) -> Caller.Instance {
    _storeIfNil(instance, caller, at: SourceLine(file, line))
  }
}

extension SerialExecution {
  @inline(__always)
  public func sync<R>(file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    _sync(at: SourceLine(file, line), body)
  }
}

extension BarrierExecution {
  @inline(__always)
  public func sync<R>(file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    _sync(at: SourceLine(file, line), body)
  }
  @inline(__always)
  public func syncBarrier<R>(file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    _syncBarrier(at: SourceLine(file, line), body)
  }
}

extension AtomicWord {
  @inline(__always)
  public func load(_ ordering: LoadOrdering, file: StaticString = #fileID, line: UInt = #line) -> UInt {
    _load(ordering, at: SourceLine(file, line))
  }
  @inline(__always)
  public func store(_ word: UInt, _ ordering: StoreOrdering, file: StaticString = #fileID, line: UInt = #line) {
    _store(word, ordering, at: SourceLine(file, line))
  }

  /// Exchanges the word if it is `expected`, and returns whether it was.
  @inline(__always)
  public func compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Bool {
    _compareExchange(
      expected: expected, desired: desired, success: success, failure: failure, at: SourceLine(file, line)
    ).exchanged
  }

  /// Spins until a load finds this word.
  @inline(__always)
  public func wait(until word: UInt, _ ordering: LoadOrdering, file: StaticString = #fileID, line: UInt = #line) {
    _wait(until: word, ordering, at: SourceLine(file, line))
  }
}
