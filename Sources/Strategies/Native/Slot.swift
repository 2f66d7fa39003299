import Synchronization

/// The memory of one native instance: 16 bytes in its thread's slab, never used again within a sweep.
///
/// Four to a cache line: what one core has built, another must fetch, and that is most of what a trial costs.
struct Slot {
  /// Drawn by the allocation, written before anybody can see the instance; not 0.
  var serial: UInt32
  /// The class, and whether the first initialiser body to come to its end has done so.
  var state: UInt32
  /// Filled by the initialiser: the complement of the serial.
  var payload: UInt32
  /// The reference count in the low bits, `entered` and `destroyed` above them.
  var life: UInt32

  static let finished: UInt32 = 1 << 8
  /// The initialiser's custom part has been entered.
  static let entered: UInt32 = 1 << 31
  static let destroyed: UInt32 = 1 << 30
  /// A count can be released below 0 without touching the bits above: it is read as a signed 24-bit figure.
  static let countBits: UInt32 = 0xff_ffff
  static let oneReference: UInt32 = 1

  static func count(_ life: UInt32) -> Int32 { Int32(bitPattern: life << 8) >> 8 }
}

/// A native instance: the address of its slot.
package struct NativeInstance: InstanceHandle {
  let slot: UnsafeMutablePointer<Slot>

  @inline(__always)
  init(slot: UnsafeMutablePointer<Slot>) { self.slot = slot }

  @inline(__always)
  package var word: UInt { UInt(bitPattern: slot) }

  @inline(__always)
  package init?(word: UInt) {
    guard let slot = UnsafeMutablePointer<Slot>(bitPattern: word) else { return nil }
    self.slot = slot
  }

  /// The count and the marks change under several threads at once.
  @inline(__always)
  var life: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(slot).advanced(by: MemoryLayout<Slot>.offset(of: \.life)!)
      .assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

// A handle is an address that never changes; what it names is raced on purpose.
extension NativeInstance: @unchecked Sendable {}
