internal import CSingletonPlatform

/// A set of events that contains, with each event, all earlier events of its thread.
///
/// It is represented by one byte per thread: the number of that thread's events in the set. The events that happen
/// before an event form such a set, and so does its porf-prefix. The union of two sets is one instruction.
struct VectorClock: Equatable {
  /// A C vector type, because Swift's own SIMD operations are a hundred times as expensive in a debug build.
  var bytes: cp_vector_clock

  @inline(__always)
  init() { bytes = cp_clock_zero() }

  @inline(__always)
  subscript(thread: Int) -> Int {
    get { Int(cp_clock_get(bytes, Int32(truncatingIfNeeded: thread))) }
    set { bytes = cp_clock_set(bytes, Int32(truncatingIfNeeded: thread), UInt8(truncatingIfNeeded: newValue)) }
  }

  @inline(__always)
  mutating func join(_ other: VectorClock) { bytes = cp_clock_join(bytes, other.bytes) }

  @inline(__always)
  func contains(_ event: EventID) -> Bool { self[event.thread] > event.index }

  static func == (a: VectorClock, b: VectorClock) -> Bool { cp_clock_equal(a.bytes, b.bytes) }
}
