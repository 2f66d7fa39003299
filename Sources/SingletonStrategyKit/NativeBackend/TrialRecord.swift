import Synchronization

/// The record of what a trial has shown, at the end of the trial's cell, in a cache line that its threads fetch anyway.
public struct TrialRecord {
  /// The end of the cell. The record lies before it, beginning with the word that only some trials have.
  private let end: UnsafeMutableRawPointer

  @inline(__always)
  init(endingAt end: UnsafeMutableRawPointer) { self.end = end }

  static func byteCount(tracksLives: Bool) -> Int { tracksLives ? 16 : 8 }

  /// Not 0 if an access has observed a violation of the promise.
  @inline(__always)
  public var violations: UnsafeMutablePointer<Atomic<UInt32>> {
    (end - 8).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// The number of live instances: the parent's in the low half, the child's in the high half. It exists only if lives
  /// are tracked.
  @inline(__always)
  private var alive: UnsafeMutablePointer<Atomic<UInt64>> {
    (end - 16).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Counts a new instance.
  ///
  /// - Returns: The number of live instances including the new one, and the number of its class before it.
  @inline(__always)
  func countBirth(of class: InstanceClass) -> (alive: UInt64, ofClassBefore: UInt64) {
    let before = alive.pointee.wrappingAdd(Self.one(`class`), ordering: .relaxed).oldValue
    let (parents, children) = (before & 0xffff_ffff, before >> 32)
    return (parents + children + 1, `class` == .parent ? parents : children)
  }

  func countDeath(of class: InstanceClass) { alive.pointee.wrappingSubtract(Self.one(`class`), ordering: .relaxed) }

  @inline(__always)
  private static func one(_ class: InstanceClass) -> UInt64 { `class` == .parent ? 1 : 1 << 32 }
}
