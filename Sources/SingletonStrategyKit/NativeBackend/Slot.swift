import Synchronization

/// The memory of one native instance: 16 bytes in its thread's slab, initially zero, and not reused within a sweep.
///
/// Four slots share a cache line, because most of a trial's cost is that one core must fetch what another has built.
struct Slot {
  /// The serial number. The allocation writes it before any other thread can see the instance; it is never 0.
  var serial: UInt32
  /// The reference count in the high 24 bits, and flags in the low 8 bits, which a count below 0 does not change.
  var life: UInt32
  /// The word that the initializer writes: 0 until its body has ended, then the ``whole(_:_:)`` of the serial and the
  /// class.
  ///
  /// It is one word, so a thread that finds the instance reads it in one load.
  var content: UInt64

  /// Writes what an allocation must write, in one store. The rest of the slot is already zero.
  ///
  /// Each store of a visit to a cell may have to wait behind stores to lines that the other core holds.
  @inline(__always)
  static func allocate(_ slot: UnsafeMutablePointer<Slot>, serial: UInt32, life: UInt32) {
    UnsafeMutableRawPointer(slot).storeBytes(of: (UInt64(life) << 32 | UInt64(serial)).littleEndian, as: UInt64.self)
  }

  /// The bit of ``life`` that is set once the initializer's custom part has been entered.
  static let entered: UInt32 = 1 << 0
  /// The bit of ``life`` that is set once the instance has been destroyed.
  static let destroyed: UInt32 = 1 << 1
  private static let isChild: UInt32 = 1 << 2
  static let oneReference: UInt32 = 1 << 8

  /// Returns the initial ``life`` of an instance, with one reference for the thread that makes it.
  @inline(__always)
  static func life(of class: InstanceClass) -> UInt32 { `class` == .child ? oneReference | isChild : oneReference }

  @inline(__always)
  static func `class`(of life: UInt32) -> InstanceClass { life & isChild != 0 ? .child : .parent }

  /// Returns the reference count, which is signed, because excess releases can take it below 0.
  @inline(__always)
  static func count(_ life: UInt32) -> Int32 { Int32(bitPattern: life) >> 8 }

  /// Returns the content of an instance whose initializer has ended: the complement of its serial, and its class.
  @inline(__always)
  static func whole(_ serial: UInt32, _ class: InstanceClass) -> UInt64 {
    UInt64(~serial) | UInt64(1 | `class`.rawValue << 8) << 32
  }
}

/// A native instance: the address of its slot.
public struct NativeInstance: InstanceHandle, @unchecked Sendable {
  // Unchecked: a handle is an address that never changes, and data races on the memory there are intended.
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

  /// Returns the instance's word without a branch.
  // The cast is safe because an instance is one pointer, whose `nil` is represented by 0.
  @inline(__always)
  static func bits(of instance: NativeInstance?) -> UInt { unsafeBitCast(instance, to: UInt.self) }

  /// The reference count and the flags, which several threads change at the same time.
  // The binding is safe because the memory at this offset is the property `life` of a slot.
  @inline(__always)
  var life: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(slot).advanced(by: MemoryLayout<Slot>.offset(of: \.life)!)
      .assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
