import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// The record of what one modeled thread has done in the current run. The thread resets the record when it begins.
///
/// The record consists of plain words at an address that does not move, because the body that fills it may be abandoned
/// at any operation. A `SIMD16` holds sixteen words without an allocation, which is enough for each defect and for each
/// access.
struct CallerRecord {
  static let mostAccesses = 8

  var thread: ModeledThread
  let index: Int
  /// Whether the thread runs before all callers.
  let isPreparing: Bool
  /// The number of events of this thread, without waits that began again after a timeout.
  var events = 0
  /// The number of instances that this thread has allocated.
  var made = 0
  /// The primitives that this thread holds, one bit per location, to detect re-entry.
  var held: UInt64 = 0
  /// The classes of the initializers that this thread is inside and that have to call an accessor, one bit per class.
  var insideInitializers: UInt32 = 0
  /// The number of accesses that initializers have made.
  var reentries = 0
  var mostReentries = 0
  /// Whether the next initializer throws.
  var throwsNext = false
  /// Whether the initializer has failed, or an access by it was refused, and the error has yet to be thrown to the
  /// initializer's caller.
  var initializerThrew = false
  /// The instance that each access got; 0 for `nil`.
  var results = SIMD16<UInt>()
  /// For each access, the index of this thread's latest event when the access completed.
  var resultEvents = SIMD16<UInt>()
  /// The completed accesses, one bit per access.
  var accesses: UInt = 0
  /// The defects that this thread has seen, one bit per defect.
  var seen: UInt = 0
  /// For each defect, the index of the event at which this thread first saw it.
  var seenAt = SIMD16<UInt>()

  mutating func note(_ defect: Defect) {
    let bit = Self.bit(defect)
    guard seen & 1 << bit == 0 else { return }
    seen |= 1 << bit
    seenAt[bit] = UInt(max(0, events - 1))
  }

  /// Returns the index of the event at which the defect was first seen, or `nil` if it was never seen.
  func event(of defect: Defect) -> Int? {
    let bit = Self.bit(defect)
    return seen & 1 << bit == 0 ? nil : Int(seenAt[bit])
  }

  /// Returns the bits of the defects.
  static func bits(of defects: [Defect]) -> UInt { defects.reduce(0) { $0 | 1 << UInt(bit($1)) } }

  /// Returns the defects whose bits are set.
  static func defects(_ bits: UInt) -> [Defect] { Defect.allCases.filter { bits & 1 << UInt(bit($0)) != 0 } }

  private static func bit(_ defect: Defect) -> Int { Defect.allCases.firstIndex(of: defect)! }
}
