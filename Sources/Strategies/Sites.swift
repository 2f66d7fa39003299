/// The spelling that strategies use: the site is the line of the call, without anybody writing it.

extension CallingThread {
  @inline(__always)
  package func allocate(_ class: InstanceClass = .parent, line: Site = #line) -> Instance {
    allocate(`class`, at: line)
  }
  @inline(__always)
  package func initialise(_ instance: Instance, line: Site = #line) { initialise(instance, at: line) }
  @inline(__always)
  package func make(_ class: InstanceClass = .parent, line: Site = #line) -> Instance { make(`class`, at: line) }
  @inline(__always)
  package func retain(_ instance: Instance, line: Site = #line) { retain(instance, at: line) }
  @inline(__always)
  package func release(_ instance: Instance, line: Site = #line) { release(instance, at: line) }
}

extension MutualExclusion {
  @inline(__always)
  package func whileHeld<R>(line: Site = #line, _ body: () -> R) -> R { whileHeld(at: line, body) }
}

extension ReentrantExclusion {
  @inline(__always)
  package func whileHeld<R>(by caller: Caller, line: Site = #line, _ body: () -> R) -> R {
    whileHeld(by: caller, at: line, body)
  }
}

extension BinarySemaphore {
  @inline(__always)
  package func wait(line: Site = #line) -> Bool { wait(at: line) }
  @inline(__always)
  package func signal(line: Site = #line) { signal(at: line) }
}

extension OneTimeToken {
  @inline(__always) @discardableResult
  package func run<Context, Result>(
    with context: Context, line: Site = #line, _ body: (Context) -> Result
  ) -> Result? {
    run(with: context, at: line, body)
  }

  /// Where it does not matter what an access costs.
  @inline(__always)
  package func run(line: Site = #line, _ body: () -> Void) { _ = run(with: (), at: line, body) }
}

extension SharedExclusion {
  @inline(__always)
  package func whileReading<R>(line: Site = #line, _ body: () -> R) -> R? { whileReading(at: line, body) }
  @inline(__always)
  package func whileWriting<R>(line: Site = #line, _ body: () -> R) -> R? { whileWriting(at: line, body) }
}

extension PublishOnceReference {
  @inline(__always)
  package func load(_ caller: Caller, line: Site = #line) -> Caller.Instance? { load(caller, at: line) }
  @inline(__always)
  package func storeIfNil(_ instance: Caller.Instance, _ caller: Caller, line: Site = #line) -> Caller.Instance {
    storeIfNil(instance, caller, at: line)
  }
}

extension SerialExecution {
  @inline(__always)
  package func sync<R>(line: Site = #line, _ body: () -> R) -> R { sync(at: line, body) }
}

extension BarrierExecution {
  @inline(__always)
  package func sync<R>(line: Site = #line, _ body: () -> R) -> R { sync(at: line, body) }
  @inline(__always)
  package func syncBarrier<R>(line: Site = #line, _ body: () -> R) -> R { syncBarrier(at: line, body) }
}

extension AtomicWord {
  @inline(__always)
  package func load(_ ordering: LoadOrdering, line: Site = #line) -> UInt { load(ordering, at: line) }
  @inline(__always)
  package func store(_ word: UInt, _ ordering: StoreOrdering, line: Site = #line) { store(word, ordering, at: line) }

  /// Whether the word was `expected` and is `desired` now.
  @inline(__always)
  package func compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, line: Site = #line
  ) -> Bool {
    compareExchange(expected: expected, desired: desired, success: success, failure: failure, at: line).exchanged
  }

  /// Spins.
  @inline(__always)
  package func wait(until word: UInt, _ ordering: LoadOrdering, line: Site = #line) {
    wait(until: word, ordering, at: line)
  }
}
