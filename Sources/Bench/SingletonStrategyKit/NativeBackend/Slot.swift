import Synchronization

/// The memory of one native instance: 16 bytes in its thread's slab. It is zero at first, and is not reused within a
/// sweep.
///
/// Four slots share a cache line, because most of a trial's cost is the transfer of lines from the core that wrote them
/// to another.
struct Slot {
  /// The serial number, which is never 0. The allocation writes it before any other thread can see the instance.
  var serial: UInt32
  /// The reference count and flags. The count is in the high 24 bits, so that the flags in the low 8 bits survive even
  /// a count below 0.
  var life: UInt32
  /// The word that the initializer writes when its body ends: ``whole(_:_:)`` of the serial and the class. Until then,
  /// it is 0.
  ///
  /// A thread that finds the instance reads it in one load.
  var content: UInt64

  /// Writes everything that an allocation must write, in one store. The rest of the slot is zero already.
  ///
  /// More than one store would take longer, because a store may have to wait for stores to lines that another core
  /// holds.
  @inline(__always)
  static func allocate(_ slot: UnsafeMutablePointer<Slot>, serial: UInt32, life: UInt32) {
    UnsafeMutableRawPointer(slot).storeBytes(of: (UInt64(life) << 32 | UInt64(serial)).littleEndian, as: UInt64.self)
  }

  /// The bit of ``life`` that is set once the initializer has been entered.
  static let entered: UInt32 = 1 << 0
  /// The bit of ``life`` that is set once the instance has been destroyed.
  static let destroyed: UInt32 = 1 << 1
  private static let isChild: UInt32 = 1 << 2
  static let oneReference: UInt32 = 1 << 8

  /// Returns the initial ``life`` of an instance, with one reference for the thread that creates it.
  @inline(__always)
  static func life(of class: InstanceClass) -> UInt32 { `class` == .child ? oneReference | isChild : oneReference }

  @inline(__always)
  static func `class`(of life: UInt32) -> InstanceClass { life & isChild != 0 ? .child : .parent }

  /// Returns the reference count. It is signed, because too many releases can take it below 0.
  @inline(__always)
  static func count(_ life: UInt32) -> Int32 { Int32(bitPattern: life) >> 8 }

  /// Returns the content of an instance whose initializer has ended: the complement of its serial, and its class.
  @inline(__always)
  static func whole(_ serial: UInt32, _ class: InstanceClass) -> UInt64 {
    UInt64(~serial) | UInt64(1 | `class`.rawValue << 8) << 32
  }
}

/// A native instance, represented by the address of its slot.
public struct NativeInstance: InstanceHandle, @unchecked Sendable {
  // Unchecked: a handle is an address that never changes. Data races on the memory at the address are intended.
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

  /// Returns the instance as a word, without a branch.
  // The cast is safe because an instance is a single pointer, and 0 represents `nil`.
  @inline(__always)
  static func bits(of instance: NativeInstance?) -> UInt { unsafeBitCast(instance, to: UInt.self) }

  /// The reference count and the flags, which several threads change at the same time.
  // The binding is safe because the property `life` of a slot is at this offset.
  @inline(__always)
  var life: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(slot).advanced(by: MemoryLayout<Slot>.offset(of: \.life)!)
      .assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
