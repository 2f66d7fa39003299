import Dispatch

extension Array where Element: Sendable {
  /// The same as `map`, on as many threads as there are cores; results are in the order of the elements.
  package func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    let places = Places<Output>(count: count)
    DispatchQueue.concurrentPerform(iterations: count) { places.fill($0, with: transform(self[$0])) }
    return places.contents
  }
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
