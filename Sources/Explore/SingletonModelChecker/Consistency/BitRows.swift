/// Sets of events, represented as rows of bits, for the relations of one consistency check.
///
/// The storage is owned by this object and reused between checks; rows are addressed by index. The storage is
/// reallocated only in ``prepare(rows:events:)``, so no row moves during a check.
final class BitRows {
  private(set) var wordsPerRow = 1
  private var bits: UnsafeMutablePointer<UInt64>
  private var capacity = 256

  init() { bits = .allocate(capacity: 256) }

  deinit { bits.deallocate() }

  /// Clears `rows` rows of `events` bits each, and grows the storage if necessary.
  func prepare(rows: Int, events: Int) {
    wordsPerRow = (events + 63) >> 6
    if rows * wordsPerRow > capacity {
      bits.deallocate()
      capacity = 2 * rows * wordsPerRow
      bits = .allocate(capacity: capacity)
    }
    bits.initialize(repeating: 0, count: rows * wordsPerRow)
  }

  @inline(__always)
  private func row(_ number: Int) -> UnsafeMutablePointer<UInt64> { bits + number * wordsPerRow }

  @inline(__always)
  func insert(_ bit: Int, into number: Int) { row(number)[bit >> 6] |= 1 << UInt64(bit & 63) }

  @inline(__always)
  func contains(_ bit: Int, in number: Int) -> Bool { row(number)[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }

  @inline(__always)
  func remove(_ bit: Int, from number: Int) { row(number)[bit >> 6] &= ~(1 << UInt64(bit & 63)) }

  /// Inserts `count` consecutive bits, beginning with `start`.
  @inline(__always)
  func insert(from start: Int, count: Int, into number: Int) {
    for bit in start..<start + count { insert(bit, into: number) }
  }

  @inline(__always)
  func join(_ other: Int, into number: Int) {
    for word in 0..<wordsPerRow { row(number)[word] |= row(other)[word] }
  }

  @inline(__always)
  func intersect(_ other: Int, into number: Int) {
    for word in 0..<wordsPerRow { row(number)[word] &= row(other)[word] }
  }

  @inline(__always)
  func meets(_ a: Int, _ b: Int) -> Bool {
    (0..<wordsPerRow).contains { row(a)[$0] & row(b)[$0] != 0 }
  }

  @inline(__always)
  func clear(_ number: Int) { row(number).update(repeating: 0, count: wordsPerRow) }
}
