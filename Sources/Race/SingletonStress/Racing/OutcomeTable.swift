import SingletonPlatform
import Synchronization

/// The different outcomes of a race and the number of trials of each, in memory that its processes share.
///
/// The first ``capacity`` outcomes have a place each. A place is claimed, written, and then found by its text; a process that
/// ends while it writes one leaves it claimed, and its outcome gets another place.
struct OutcomeTable: Sendable {
  static let capacity = 32
  private static let textBytes = 15 * SharedMemory.wordBytes
  /// The words of a place: its state, the number of trials, the length of the text, and the text.
  private static let placeWords = 3 + textBytes / SharedMemory.wordBytes
  static let words = capacity * placeWords

  private enum State {
    static let free: UInt64 = 0
    static let claimed: UInt64 = 1
    static let unexpected: UInt64 = 2
    static let expected: UInt64 = 3
  }

  private let shared: SharedMemory
  private let first: Int

  /// - Parameter first: The index of the table's first word.
  init(_ shared: SharedMemory, first: Int) {
    self.shared = shared
    self.first = first
  }

  private func word(_ place: Int, _ offset: Int) -> UnsafePointer<Atomic<UInt64>> {
    shared.word(first + place * Self.placeWords + offset)
  }

  private func text(_ place: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(mutating: word(place, 3)) }

  /// Adds trials to an outcome. If all places are taken, they are not counted.
  func add(_ outcome: Outcome, trials: UInt64) {
    let bytes = Array(outcome.values.utf8.prefix(Self.textBytes))
    let ready = outcome.isExpected ? State.expected : State.unexpected
    for place in 0..<Self.capacity {
      let (claimed, state) = word(place, 0).pointee.compareExchange(
        expected: State.free, desired: State.claimed, ordering: .acquiring)
      if claimed {
        text(place).copyMemory(from: bytes, byteCount: bytes.count)
        word(place, 2).pointee.store(UInt64(bytes.count), ordering: .relaxed)
        word(place, 0).pointee.store(ready, ordering: .releasing)
      } else if state != ready || !textBytes(place).elementsEqual(bytes) {
        continue
      }
      word(place, 1).pointee.wrappingAdd(trials, ordering: .relaxed)
      return
    }
  }

  private func textBytes(_ place: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text(place), count: Int(word(place, 2).pointee.load(ordering: .relaxed)))
  }

  /// The outcomes and the number of trials of each, the most frequent first.
  var counts: [(outcome: Outcome, trials: UInt64)] {
    var counts: [Outcome: UInt64] = [:]
    for place in 0..<Self.capacity {
      let state = word(place, 0).pointee.load(ordering: .acquiring)
      guard state > State.claimed else { continue }
      let text = String(decoding: textBytes(place), as: UTF8.self).split(whereSeparator: \.isNewline).joined(
        separator: " ")
      counts[Outcome(values: text, isExpected: state == State.expected), default: 0] += word(place, 1).pointee.load(
        ordering: .relaxed)
    }
    return counts.sorted { ($1.value, $0.key.values) < ($0.value, $1.key.values) }.map { ($0.key, $0.value) }
  }
}
