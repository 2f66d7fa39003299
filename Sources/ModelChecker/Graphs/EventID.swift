/// An event's name: its thread and its place in that thread's program order, from 0.
///
/// A name survives the removal of other events, because only what comes last in a thread is ever removed.
package struct EventID: Hashable, Sendable, Comparable, CustomStringConvertible {
  let bits: UInt16

  /// The write that each location has before anybody has written; what a read reads that reads from no event.
  package static let initial = EventID(bits: 0xFFFF)
  /// No event.
  static let none = EventID(bits: 0xFFFE)

  init(bits: UInt16) { self.bits = bits }

  @inline(__always)
  package init(thread: Int, index: Int) { bits = UInt16(truncatingIfNeeded: thread << 8 | index) }

  @inline(__always) package var thread: Int { Int(bits >> 8) }
  @inline(__always) package var index: Int { Int(bits & 0xFF) }
  /// Where the event lies in the graph's memory.
  @inline(__always) var slot: Int { Int(bits) }
  @inline(__always) package var isEvent: Bool { bits < 0xFFFE }

  package static func < (a: EventID, b: EventID) -> Bool { a.bits < b.bits }

  package var description: String {
    self == .initial ? "initial" : self == .none ? "none" : "\(thread):\(index)"
  }
}
