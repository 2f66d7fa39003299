import CSingletonPlatform
import SingletonCore
import SingletonPlatform

extension [NativeCaller] {
  /// Creates the callers of one row, each with its state and its slab of instances.
  ///
  /// - Parameter counters: Returns the memory of a thread's counters, ``CallerState/counterSlots`` words.
  package init(
    cells: CellArray, workload: Workload, initializerCost: InitializerCost,
    counters: (_ thread: Int) -> UnsafeMutablePointer<UInt64>
  ) {
    self = (0..<cells.callers).map { index in
      let state = isolatedMemory()
      state.initialize(
        to: CallerState(
          index: index, counters: counters(index), slab: cells.slab(ofThread: index),
          slabCapacity: UInt32(cells.slabCapacity), serialBase: ResultWord.serialBase(ofThread: index),
          alive: cells.liveInstances(0)))
      state.pointee.extras = CallerState.Extras(of: workload, initializerCost)
      state.pointee.initializerCost = initializerCost
      return NativeCaller(state: state)
    }
  }
}

/// Returns memory in cache lines that no other thread writes. It is aligned to two lines, because some machines fetch
/// two at a time.
private func isolatedMemory() -> UnsafeMutablePointer<CallerState> {
  let lines = CacheLine.isolation
  let byteCount = (MemoryLayout<CallerState>.size + lines - 1) / lines * lines
  return UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: lines)
    .bindMemory(to: CallerState.self, capacity: 1)
}

extension CallerState.Extras {
  fileprivate init(of workload: Workload, _ initializerCost: InitializerCost) {
    self = []
    if workload.plan.tracksLives { insert(.tracksLives) }
    if workload.traits.contains(.livesPerOwner) { insert(.livesPerOwner) }
    if case .oneAlive = workload.plan.promise { insert(.oneAlive) }
    if workload.plan.promise.isBroken(by: .refused) { insert(.refusesNobody) }
    if initializerCost != .none { insert(.costs) }
  }
}

extension NativeCaller {
  /// Discards the instances of the previous sweep, and adds its entries into initializers to `inits`.
  ///
  /// The slots are reused, and are all zeroed here. In a sweep, a store to a line that the other core has read would
  /// cost ten times as much.
  package func beginSweep() {
    count(.inits, Self.entries(state.pointee.counters))
    UnsafeMutableRawPointer(state.pointee.slab).initializeMemory(
      as: UInt8.self, repeating: 0, count: Int(made) * MemoryLayout<Slot>.stride)
    state.pointee.counters[CallerState.sweepSlot] = 0
    state.pointee.violatedThisSweep = false
  }

  /// Records the value of `inits` after this thread's latest complete sweep has been tallied, for comparison with
  /// `lifetimes`.
  package func countTallied() {
    state.pointee.counters[Counter.talliedInits.rawValue] =
      state.pointee.counters[Counter.inits.rawValue] + Self.entries(state.pointee.counters)
  }

  /// Returns the number of entries into initializers in this sweep, which the counter `inits` does not include yet.
  ///
  /// - Parameter counters: The counters of one thread.
  package static func entries(_ counters: UnsafePointer<UInt64>) -> UInt64 { counters[CallerState.sweepSlot] >> 32 }

  /// Makes this thread count in private memory from now on, so that its counts are not reported.
  package func stopCounting() {
    let unseen = UnsafeMutablePointer<UInt64>.allocate(capacity: CallerState.counterSlots)
    unseen.initialize(repeating: 0, count: CallerState.counterSlots)
    state.pointee.counters = unseen
  }

  /// The caller for the current thread. Code that has no parameter for a caller, such as a listing, uses this property.
  static var current: NativeCaller {
    NativeCaller(state: cp_thread_value(.caller)!.assumingMemoryBound(to: CallerState.self))
  }

  /// The caller for the current thread or, on a thread that does not take part in a trial, of the task that runs there;
  /// `nil` if there is neither.
  static var currentIfAny: NativeCaller? {
    cp_thread_value(.caller).map { NativeCaller(state: $0.assumingMemoryBound(to: CallerState.self)) } ?? ofTask
  }

  /// The caller that a task works for. Tasks that it starts work for the same caller.
  @TaskLocal private static var ofTask: NativeCaller?

  package func becomeCurrent() { cp_set_thread_value(.caller, state) }

  /// Runs the body as a task that prefers to run on this thread, and waits for its result.
  @usableFromInline package func awaitResult<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R {
    let executor = state.pointee.executor ?? CallerExecutor()
    state.pointee.executor = executor
    guard state.pointee.extras.contains(.cancelsNext) else { return executor.run(body) }
    return executor.run {
      // The task outlives the body, and any thread may cancel it.
      withUnsafeCurrentTask { state.pointee.task = $0 }
      return await body()
    }
  }

  /// The same for a body that may throw, which the caller sees as a refusal.
  @usableFromInline package func awaitResult<R: Sendable>(
    orRefusal body: @escaping @Sendable () async throws -> R
  ) throws(Refusal) -> R {
    guard let result = awaitResult({ try? await body() }) else { throw Refusal() }
    return result
  }

  /// The same for a body that starts tasks of its own, to which instances are attributed wherever they run.
  ///
  /// While one of these tasks makes an instance, the body must be waiting for it, because both use this caller's state.
  @usableFromInline package func awaitTasks<R: Sendable>(
    of body: @escaping @Sendable () async throws -> R
  ) throws(Refusal) -> R {
    try awaitResult(orRefusal: { try await Self.$ofTask.withValue(self) { try await body() } })
  }
}
