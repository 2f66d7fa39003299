import Synchronization

/// What a trial has shown, at the end of its cell, so that it comes with the line that the trial's threads fetch anyway.
public struct TrialRecord {
  /// Where the trial ends: the record lies before it, what only some trials need at its beginning.
  private let end: UnsafeMutableRawPointer

  @inline(__always)
  init(endingAt end: UnsafeMutableRawPointer) { self.end = end }

  static func byteCount(tracksLives: Bool) -> Int { tracksLives ? 16 : 8 }

  /// Not 0: the promise was broken, as far as one access can tell.
  @inline(__always)
  public var violations: UnsafeMutablePointer<Atomic<UInt32>> {
    (end - 8).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// Instances alive now: of the parent in the low half, of the child in the high half. Only where lives are tracked.
  @inline(__always)
  private var alive: UnsafeMutablePointer<Atomic<UInt64>> {
    (end - 16).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// One more of the class; how many are alive with it, and how many of its class were before.
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
