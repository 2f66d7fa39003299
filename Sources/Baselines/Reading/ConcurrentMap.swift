import Dispatch

extension Array where Element: Sendable {
  /// The same as `map`, on as many threads as there are cores; results are in the order of the elements.
  package func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    concurrentMap(with: {}) { _, element in transform(element) }
  }

  /// The same, where each thread has something of its own to work with.
  package func concurrentMap<State, Output: Sendable>(
    with state: @Sendable () -> State, _ transform: @Sendable (inout State, Element) -> Output
  ) -> [Output] {
    let places = Places<Output>(count: count)
    let blocks = Swift.min(count, Self.mostBlocks)
    DispatchQueue.concurrentPerform(iterations: blocks) { block in
      var state = state()
      for place in count * block / blocks..<count * (block + 1) / blocks {
        places.fill(place, with: transform(&state, self[place]))
      }
    }
    return places.contents
  }

  /// Many, so that no core is left with nothing to do while another still works.
  private static var mostBlocks: Int { 1_024 }
}

/// Results of several threads, each at a place of its own.
///
/// Sendable: no place is written twice, and all are read only after the threads have come together.
private final class Places<Output: Sendable>: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<Output?>

  init(count: Int) {
    storage = .allocate(capacity: count)
    storage.initialize(repeating: nil)
  }

  deinit {
    storage.deinitialize()
    storage.deallocate()
  }

  func fill(_ index: Int, with output: Output) { storage[index] = output }

  var contents: [Output] { storage.map { $0! } }
}
