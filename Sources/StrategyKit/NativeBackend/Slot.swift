import Synchronization

/// The memory of one native instance: 16 bytes in its thread's slab, all zeroes at first, never used again within a
/// sweep.
///
/// Four to a cache line: what one core has built, another must fetch, and that is most of what a trial costs.
struct Slot {
  /// Drawn by the allocation, written before anybody can see the instance; not 0.
  var serial: UInt32
  /// The reference count in the low bits, marks above them.
  var life: UInt32
  /// Filled by the initializer: the complement of the serial.
  var payload: UInt32
  /// 0 until the first initializer body comes to its end; then it says so, and of which class the instance is.
  var finished: UInt32

  /// What an allocation writes. The rest is zero already, and each store of a visit is one more that waits its turn
  /// behind the lines that the other core has: so this is one store.
  @inline(__always)
  static func allocate(_ slot: UnsafeMutablePointer<Slot>, serial: UInt32, life: UInt32) {
    UnsafeMutableRawPointer(slot).storeBytes(of: (UInt64(life) << 32 | UInt64(serial)).littleEndian, as: UInt64.self)
  }

  /// The initializer's custom part has been entered.
  static let entered: UInt32 = 1 << 31
  static let destroyed: UInt32 = 1 << 30
  private static let isChild: UInt32 = 1 << 29
  static let oneReference: UInt32 = 1

  /// A fresh life: one reference, the maker's.
  @inline(__always)
  static func life(of class: InstanceClass) -> UInt32 { `class` == .child ? oneReference | isChild : oneReference }

  @inline(__always)
  static func `class`(of life: UInt32) -> InstanceClass { life & isChild != 0 ? .child : .parent }

  /// A count that was released below 0 too: the low 24 bits, signed.
  @inline(__always)
  static func count(_ life: UInt32) -> Int32 { Int32(bitPattern: life << 8) >> 8 }

  /// A whole word, written and read as one: parts of it would have to wait for each other.
  @inline(__always)
  static func finished(_ class: InstanceClass) -> UInt32 { 1 | `class`.rawValue << 8 }
}

/// A native instance: the address of its slot.
public struct NativeInstance: InstanceHandle {
  let slot: UnsafeMutablePointer<Slot>

  @inline(__always)
  init(slot: UnsafeMutablePointer<Slot>) { self.slot = slot }

  @inline(__always)
  public var word: UInt { UInt(bitPattern: slot) }

  @inline(__always)
  public init?(word: UInt) {
    guard let slot = UnsafeMutablePointer<Slot>(bitPattern: word) else { return nil }
    self.slot = slot
  }

  /// The word without a look at it: nil is 0 already, as it is of every pointer.
  @inline(__always)
  static func bits(of instance: NativeInstance?) -> UInt { unsafeBitCast(instance, to: UInt.self) }

  /// The count and the marks change under several threads at once.
  @inline(__always)
  var life: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(slot).advanced(by: MemoryLayout<Slot>.offset(of: \.life)!)
      .assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

// A handle is an address that never changes; what it names is raced on purpose.
extension NativeInstance: @unchecked Sendable {}
