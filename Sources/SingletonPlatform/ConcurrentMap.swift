internal import Dispatch

extension Array where Element: Sendable {
  /// Returns the transformed elements, in order, like `map` but using all cores.
  package func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    concurrentMap(with: {}) { _, element in transform(element) }
  }

  /// Returns the transformed elements, in order, like `map` but using all cores.
  ///
  /// - Parameter state: Makes the state for a block of elements, which one thread transforms.
  package func concurrentMap<State, Output: Sendable>(
    with state: @Sendable () -> State, _ transform: @Sendable (inout State, Element) -> Output
  ) -> [Output] {
    [Output](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Each element is written once, and is read only after all threads have finished.
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

  /// The largest number of blocks; many small blocks balance the load between cores.
  private static var maxBlocks: Int { 1_024 }
}
