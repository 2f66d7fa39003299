import Core
import ModelChecker
import StrategyKit

/// What one modeled thread has done in the run that is under way: its own, and set anew at its beginning.
///
/// Plain words at an address that does not move: the body that fills it is abandoned at any operation.
struct CallerRecord {
  static let mostAccesses = 8

  var thread: ModeledThread
  /// The caller's number among the callers of the trial.
  let index: Int
  /// Events of this thread that are in the graph.
  var events = 0
  /// Instances this thread has made.
  var made = 0
  /// The primitives that this thread holds, by location: what asks for one of them again asks itself.
  var held: UInt64 = 0
  var isInsideInitializer = false
  /// The next initializer asks the accessor, as access 1.
  var reentersNext = false
  /// The instance that each access got, 0 for none.
  var results = InlineWords()
  /// The event of this thread at which each access was done.
  var resultEvents = InlineWords()
  /// Accesses that were completed, one bit each.
  var accesses: UInt = 0
  /// What this thread saw, one bit an defect, and at which of its events first.
  var seen: UInt = 0
  var seenAt = InlineWords()

  init(thread: ModeledThread, index: Int) {
    self.thread = thread
    self.index = index
  }

  mutating func begin(_ thread: ModeledThread) { self = CallerRecord(thread: thread, index: index) }

  mutating func note(_ defect: Defect) {
    let bit = Self.bit(defect)
    guard seen & 1 << bit == 0 else { return }
    seen |= 1 << bit
    seenAt[bit] = UInt(max(0, events - 1))
  }

  /// At which event it was first seen; nil where it was not.
  func event(of defect: Defect) -> Int? {
    let bit = Self.bit(defect)
    return seen & 1 << bit == 0 ? nil : Int(seenAt[bit])
  }

  private static func bit(_ defect: Defect) -> Int { Defect.allCases.firstIndex(of: defect)! }
}

/// Twelve words in a row.
struct InlineWords {
  private var words: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt) =
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  subscript(index: Int) -> UInt {
    get { withUnsafeBytes(of: words) { $0.load(fromByteOffset: index * 8, as: UInt.self) } }
    set { withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: newValue, toByteOffset: index * 8, as: UInt.self) } }
  }
}
