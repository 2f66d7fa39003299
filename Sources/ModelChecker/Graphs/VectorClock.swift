internal import CPlatform

/// How far into each thread a set of events reaches that holds, with an event, all before it in its thread.
///
/// One byte a thread: the number of events of that thread that are in the set. What happens before an event is such a
/// set, and so is its porf-prefix; joining two of them is one instruction.
struct VectorClock: Equatable {
  /// C's vector, because Swift's own operations on it cost a hundred times as much in a debug build.
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
