package import Synchronization

/// What a trial has shown, beside its cell: four counters that the trial's threads share, 0 at first.
package struct TrialRecord {
  package static let byteCount = 4 * MemoryLayout<UInt32>.size

  package enum Field: Int {
    /// Not 0: the promise was broken, as far as one access can tell.
    case isViolated
    /// Instances alive now, of any class.
    case alive
    case aliveOfParent
    case aliveOfChild

    static func alive(of class: InstanceClass) -> Field { `class` == .parent ? .aliveOfParent : .aliveOfChild }
  }

  private let counters: UnsafeMutablePointer<Atomic<UInt32>>

  @inline(__always)
  package init(at index: Int, of records: UnsafeMutableRawPointer) {
    counters = (records + index &* Self.byteCount).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  @inline(__always)
  package subscript(field: Field) -> Atomic<UInt32> {
    unsafeAddress { UnsafePointer(counters + field.rawValue) }
  }
}
