/// The identity of an event: its thread and its index in the program order of that thread, from 0.
///
/// An identity remains valid when other events are removed, because events are removed only from the end of a thread.
package struct EventID: Hashable, Sendable, Comparable, CustomStringConvertible {
  let bits: UInt16

  /// The initial write of each location, from which a read reads if it reads from no event.
  package static let initial = EventID(bits: 0xFFFF)
  /// The absence of an event.
  static let none = EventID(bits: 0xFFFE)

  init(bits: UInt16) { self.bits = bits }

  @inline(__always)
  package init(thread: Int, index: Int) { bits = UInt16(truncatingIfNeeded: thread << 8 | index) }

  @inline(__always) package var thread: Int { Int(bits >> 8) }
  @inline(__always) package var index: Int { Int(bits & 0xFF) }
  /// The index of the event in the graph's memory.
  @inline(__always) var slot: Int { Int(bits) }
  @inline(__always) package var isEvent: Bool { bits < 0xFFFE }

  package static func < (a: EventID, b: EventID) -> Bool { a.bits < b.bits }

  package var description: String {
    self == .initial ? "initial" : self == .none ? "none" : "\(thread):\(index)"
  }
}
