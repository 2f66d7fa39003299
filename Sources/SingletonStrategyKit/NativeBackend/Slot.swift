import Synchronization

/// The memory of one native instance: 16 bytes in its thread's slab, initially zero, and not reused within a sweep.
///
/// Four slots share a cache line, because most of a trial's cost is that one core must fetch what another has built.
struct Slot {
  /// The serial number. The allocation writes it before any other thread can see the instance; it is never 0.
  var serial: UInt32
  /// The reference count in the low 24 bits, and flags in the highest bits.
  var life: UInt32
  /// The complement of the serial, once the initializer has written it.
  var payload: UInt32
  /// 0 until the first initializer body has ended, then ``finished(_:)`` of the instance's class.
  var finished: UInt32

  /// Writes what an allocation must write, in one store. The rest of the slot is already zero.
  ///
  /// Each store of a visit to a cell may have to wait behind stores to lines that the other core holds.
  @inline(__always)
  static func allocate(_ slot: UnsafeMutablePointer<Slot>, serial: UInt32, life: UInt32) {
    UnsafeMutableRawPointer(slot).storeBytes(of: (UInt64(life) << 32 | UInt64(serial)).littleEndian, as: UInt64.self)
  }

  /// The bit of ``life`` that is set once the initializer's custom part has been entered.
  static let entered: UInt32 = 1 << 31
  /// The bit of ``life`` that is set once the instance has been destroyed.
  static let destroyed: UInt32 = 1 << 30
  private static let isChild: UInt32 = 1 << 29
  static let oneReference: UInt32 = 1

  /// Returns the initial ``life`` of an instance, with one reference for the thread that makes it.
  @inline(__always)
  static func life(of class: InstanceClass) -> UInt32 { `class` == .child ? oneReference | isChild : oneReference }

  @inline(__always)
  static func `class`(of life: UInt32) -> InstanceClass { life & isChild != 0 ? .child : .parent }

  /// Returns the reference count: the low 24 bits, signed, since excess releases can take it below 0.
  @inline(__always)
  static func count(_ life: UInt32) -> Int32 { Int32(bitPattern: life << 8) >> 8 }

  /// Returns the mark of a finished instance.
  ///
  /// It is a whole word, written and read as a unit: accesses to its parts would have to wait for each other.
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

  /// Returns the instance's word without a branch.
  // The cast is safe because an instance is one pointer, whose `nil` is represented by 0.
  @inline(__always)
  static func bits(of instance: NativeInstance?) -> UInt { unsafeBitCast(instance, to: UInt.self) }

  /// The reference count and the flags, which several threads change at the same time.
  @inline(__always)
  var life: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(slot).advanced(by: MemoryLayout<Slot>.offset(of: \.life)!)
      .assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

// Unchecked: a handle is an address that never changes, and data races on the memory there are intended.
extension NativeInstance: @unchecked Sendable {}
