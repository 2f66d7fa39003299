internal import CSingletonPlatform

/// A set of events that contains, with each event, all earlier events of its thread.
///
/// It is represented by one byte per thread: the number of that thread's events in the set. The events that happen
/// before an event form such a set, and so does its porf-prefix. The union of two sets is two instructions.
struct VectorClock: Equatable {
  static let threadLimit = 32

  /// The counters of the first sixteen threads and of the others. C vector types, because Swift's own SIMD operations are
  /// a hundred times as expensive in a debug build.
  private var low: cp_vector_clock
  private var high: cp_vector_clock

  @inline(__always)
  init() {
    low = cp_clock_zero()
    high = cp_clock_zero()
  }

  @inline(__always)
  subscript(thread: Int) -> Int {
    get { Int(cp_clock_get(thread < 16 ? low : high, Int32(truncatingIfNeeded: thread & 15))) }
    set {
      let (place, count) = (Int32(truncatingIfNeeded: thread & 15), UInt8(truncatingIfNeeded: newValue))
      if thread < 16 { low = cp_clock_set(low, place, count) } else { high = cp_clock_set(high, place, count) }
    }
  }

  @inline(__always)
  mutating func join(_ other: VectorClock) {
    low = cp_clock_join(low, other.low)
    high = cp_clock_join(high, other.high)
  }

  @inline(__always)
  func contains(_ event: EventID) -> Bool { self[event.thread] > event.index }

  static func == (a: VectorClock, b: VectorClock) -> Bool {
    cp_clock_equal(a.low, b.low) && cp_clock_equal(a.high, b.high)
  }
}
