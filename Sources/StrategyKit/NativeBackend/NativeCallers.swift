import CPlatform
import Core
import Platform

/// The threads of one row, as its strategies see them: slabs of instances, and the state of each caller.
public struct NativeCallers: Sendable {
  public let callers: [NativeCaller]

  /// - Parameters:
  ///   - counters: Returns a thread's memory of ``CallerState/counterSlots`` words.
  public init(
    cells: CellArray, workload: Workload, initializerCost: InitializerCost,
    counters: (_ thread: Int) -> UnsafeMutablePointer<UInt64>
  ) {
    let slabCapacity = cells.slabCapacity
    callers = (0..<cells.callers).map { index in
      let state = Self.memoryOfItsOwn()
      state.initialize(
        to: CallerState(
          index: index, counters: counters(index), slab: cells.slab(ofThread: index),
          slabCapacity: UInt32(slabCapacity), serialBase: ResultWord.serialBase(ofThread: index),
          trial: cells.record(0)))
      state.pointee.extras = CallerState.Extras(of: workload, initializerCost)
      state.pointee.initializerCost = initializerCost
      return NativeCaller(state: state)
    }
  }
}

extension NativeCallers {
  /// On cache lines that no other thread writes: two lines at a time are fetched on some machines.
  private static func memoryOfItsOwn() -> UnsafeMutablePointer<CallerState> {
    let lines = CacheLine.isolation
    let byteCount = (MemoryLayout<CallerState>.size + lines - 1) / lines * lines
    return UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: lines)
      .bindMemory(to: CallerState.self, capacity: 1)
  }
}

extension CallerState.Extras {
  fileprivate init(of workload: Workload, _ initializerCost: InitializerCost) {
    self = []
    if workload.shape.tracksLives { insert(.tracksLives) }
    if workload.traits.contains(.livesPerOwner) { insert(.livesPerOwner) }
    if case .oneAlive = workload.shape.promise { insert(.oneAlive) }
    if initializerCost != .none { insert(.costs) }
  }
}

extension NativeCaller {
  /// Forgets the instances of the sweep before: their slots are used again, and are zeroed here all at once, because a
  /// store into a line that the other core has read costs a sweep ten times as much.
  public func beginSweep() {
    count(.inits, Self.entries(state.pointee.counters))
    UnsafeMutableRawPointer(state.pointee.slab).initializeMemory(
      as: UInt8.self, repeating: 0, count: Int(made) * MemoryLayout<Slot>.stride)
    state.pointee.counters[CallerState.sweepSlot] = 0
    state.pointee.violatedThisSweep = false
  }

  /// Called when this thread's last complete sweep is tallied: from here on `inits` and `lifetimes` can be compared.
  public func countTallied() {
    state.pointee.counters[Counter.talliedInits.rawValue] =
      state.pointee.counters[Counter.inits.rawValue] + Self.entries(state.pointee.counters)
  }

  /// Entries into initializers that a thread with these counters has not added to `inits` yet.
  public static func entries(_ counters: UnsafePointer<UInt64>) -> UInt64 { counters[CallerState.sweepSlot] >> 32 }

  /// From here on this thread counts where nobody looks.
  public func stopCounting() {
    let unseen = UnsafeMutablePointer<UInt64>.allocate(capacity: CallerState.counterSlots)
    unseen.initialize(repeating: 0, count: CallerState.counterSlots)
    state.pointee.counters = unseen
  }

  /// The caller that this thread is, for what cannot be handed one: the initializer of a `static let`.
  public static var current: NativeCaller {
    NativeCaller(state: cp_thread_value()!.assumingMemoryBound(to: CallerState.self))
  }

  public func becomeCurrent() { cp_set_thread_value(state) }
}
