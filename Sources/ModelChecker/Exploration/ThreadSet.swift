/// Some of a program's threads, one bit each.
struct ThreadSet: Equatable {
  var bits: UInt16 = 0

  mutating func insert(_ thread: Int) { bits |= 1 << UInt16(thread) }

  func contains(_ thread: Int) -> Bool { bits >> UInt16(thread) & 1 == 1 }

  /// Each subset but the empty one, the whole set first.
  func forEachSubset(_ body: (ThreadSet) -> Void) {
    var subset = bits
    while subset != 0 {
      body(ThreadSet(bits: subset))
      subset = (subset - 1) & bits
    }
  }
}
