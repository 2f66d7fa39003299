import Dispatch

extension Array where Element: Sendable {
  /// Does the same as `map`, on all cores. The results are in the order of the elements.
  package func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    concurrentMap(with: {}) { _, element in transform(element) }
  }

  /// Does the same as `map`, on all cores, with a state for each block of elements that runs on one thread.
  package func concurrentMap<State, Output: Sendable>(
    with state: @Sendable () -> State, _ transform: @Sendable (inout State, Element) -> Output
  ) -> [Output] {
    [Output](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // No element is written twice, and all are read only after every thread has finished.
      nonisolated(unsafe) let outputs = buffer.baseAddress
      let blocks = Swift.min(count, Self.maxBlocks)
      DispatchQueue.concurrentPerform(iterations: blocks) { block in
        var state = state()
        for place in count * block / blocks..<count * (block + 1) / blocks {
          (outputs! + place).initialize(to: transform(&state, self[place]))
        }
      }
      initializedCount = count
    }
  }

  /// Many, so that no core runs out of work while another still has some.
  private static var maxBlocks: Int { 1_024 }
}
