import CSingletonPlatform
internal import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Returns the transformed elements, in order, like `map` but using all cores.
  package func concurrentMap<Output: Sendable>(_ transform: @escaping @Sendable (Element) -> Output) -> [Output] {
    // The array's initializer stores the number of elements even if it is 0. All empty arrays share that storage, so
    // threads would race for it.
    if isEmpty { return [] }
    return [Output](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Each element is written once, and is read only after all threads have finished.
      nonisolated(unsafe) let outputs = buffer.baseAddress!
      onAllCores(count) { (outputs + $0).initialize(to: transform(self[$0])) }
      initializedCount = count
    }
  }
}

/// Calls the body with each number below `count`, on this thread and on one thread for each other core, or fewer if the
/// system refuses threads. Dispatch's `concurrentPerform` would wait forever for a refused thread.
private func onAllCores(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let (counter, ended) = (SharedCounter(), DispatchSemaphore(value: 0))
  let takePart: @Sendable () -> Void = {
    while true {
      let number = counter.next.add(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      body(number)
    }
  }
  let helpers = (1..<max(1, min(SystemProbe.onlineCores, count))).count { _ in
    startThread {
      takePart()
      ended.signal()
    }
  }
  takePart()
  for _ in 0..<helpers { ended.wait() }
}

/// A counter that the closures of several threads share.
private final class SharedCounter: Sendable { let next = Atomic(0) }
