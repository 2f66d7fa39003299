/// A set of a program's threads, one bit per thread.
struct ThreadSet: Equatable {
  var bits: UInt16 = 0

  mutating func insert(_ thread: Int) { bits |= 1 << UInt16(thread) }

  func contains(_ thread: Int) -> Bool { bits >> UInt16(thread) & 1 == 1 }

  /// Calls `body` with each non-empty subset, beginning with the whole set.
  func forEachSubset(_ body: (ThreadSet) -> Void) {
    var subset = bits
    while subset != 0 {
      body(ThreadSet(bits: subset))
      subset = (subset - 1) & bits
    }
  }
}
