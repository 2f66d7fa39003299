import Synchronization

/// The number of live instances of a trial, in the last word of the trial's cell, which its threads fetch anyway.
struct LiveInstances {
  /// The parent's number in the low half, the child's in the high half.
  private let word: UnsafeMutablePointer<Atomic<UInt64>>

  static let byteCount = MemoryLayout<UInt64>.size

  @inline(__always)
  init(beforeEnd end: UnsafeMutableRawPointer) {
    word = (end - Self.byteCount).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Counts a new instance.
  ///
  /// - Returns: The number of live instances including the new one, and the number of its class before it.
  @inline(__always)
  func countBirth(of class: InstanceClass) -> (alive: UInt64, ofClassBefore: UInt64) {
    let before = word.pointee.wrappingAdd(Self.one(`class`), ordering: .relaxed).oldValue
    let (parents, children) = (before & 0xffff_ffff, before >> 32)
    return (parents + children + 1, `class` == .parent ? parents : children)
  }

  func countDeath(of class: InstanceClass) { word.pointee.wrappingSubtract(Self.one(`class`), ordering: .relaxed) }

  @inline(__always)
  private static func one(_ class: InstanceClass) -> UInt64 { `class` == .parent ? 1 : 1 << 32 }
}
