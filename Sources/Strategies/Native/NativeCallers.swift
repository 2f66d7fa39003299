import CPlatform
package import Outcomes

/// The threads of one row, as its strategies see them: slabs of instances, and the state of each caller.
package struct NativeCallers: Sendable {
  package let callers: [NativeCaller]

  /// - Parameters:
  ///   - counters: for each thread, memory of one UInt64 for each ``Counter``.
  package init(
    field: RaceField, race: Race, initializerCost: InitializerCost,
    counters: (_ thread: Int) -> UnsafeMutablePointer<UInt64>
  ) {
    let slabCapacity = field.slabCapacity
    callers = (0..<field.callers).map { index in
      let state = Self.memoryOfItsOwn()
      state.initialize(
        to: CallerState(
          index: index, counters: counters(index), slab: field.slab(ofThread: index),
          slabCapacity: UInt32(slabCapacity), serialBase: ResultWord.serialBase(ofThread: index),
          trial: field.record(0)))
      state.pointee.extras = CallerState.Extras(of: race, initializerCost)
      state.pointee.initializerCost = initializerCost
      return NativeCaller(state: state)
    }
  }
}

extension NativeCallers {
  /// On cache lines that no other thread writes: two lines at a time are fetched on some machines.
  private static func memoryOfItsOwn() -> UnsafeMutablePointer<CallerState> {
    let lines = 128
    let byteCount = (MemoryLayout<CallerState>.size + lines - 1) / lines * lines
    return UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: lines)
      .bindMemory(to: CallerState.self, capacity: 1)
  }
}

extension CallerState.Extras {
  fileprivate init(of race: Race, _ initializerCost: InitializerCost) {
    self = []
    if race.shape.tracksLives { insert(.tracksLives) }
    if race.traits.contains(.livesPerOwner) { insert(.livesPerOwner) }
    if case .oneAlive = race.shape.promise { insert(.oneAlive) }
    if initializerCost != .none { insert(.costs) }
  }
}

extension NativeCaller {
  /// Forgets the instances of the sweep before: their slots are used again, and are zeroed here all at once, because a
  /// store into a line that the other core has read costs a sweep ten times as much.
  package func beginSweep() {
    count(.inits, Self.entries(state.pointee.counters))
    UnsafeMutableRawPointer(state.pointee.slab).initializeMemory(
      as: UInt8.self, repeating: 0, count: Int(made) * MemoryLayout<Slot>.stride)
    state.pointee.counters[CallerState.sweepSlot] = 0
    state.pointee.sawViolation = false
  }

  /// Called when this thread's last complete sweep is tallied: from here on `inits` and `lifetimes` can be compared.
  package func countTallied() {
    state.pointee.counters[Counter.talliedInits.rawValue] =
      state.pointee.counters[Counter.inits.rawValue] + Self.entries(state.pointee.counters)
  }

  /// Entries into initialisers that a thread with these counters has not added to `inits` yet.
  package static func entries(_ counters: UnsafePointer<UInt64>) -> UInt64 { counters[CallerState.sweepSlot] >> 32 }

  /// From here on this thread counts where nobody looks.
  package func stopCounting() {
    let unseen = UnsafeMutablePointer<UInt64>.allocate(capacity: CallerState.sweepSlot + 1)
    unseen.initialize(repeating: 0, count: CallerState.sweepSlot + 1)
    state.pointee.counters = unseen
  }

  /// The caller that this thread is, for what cannot be handed one: the initialiser of a `static let`.
  static var current: NativeCaller {
    NativeCaller(state: cp_thread_value()!.assumingMemoryBound(to: CallerState.self))
  }

  package func becomeCurrent() { cp_set_thread_value(state) }
}
