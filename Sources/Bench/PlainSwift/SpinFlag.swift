// A random source whose atomic state says whether it is empty, being built, or ready. While one thread builds it, all
// others spin.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Synchronization

final class RandomSource {
  private static let state = Atomic(0)  // 0 is empty, 1 is building, 2 is ready.
  private static var instance: RandomSource?

  static var shared: RandomSource {
    if state.load(ordering: .acquiring) == 2 { return instance! }
    let (isBuilder, _) = state.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
    if isBuilder {
      instance = RandomSource()
      state.store(2, ordering: .releasing)
    } else {
      while state.load(ordering: .acquiring) != 2 {}
    }
    return instance!
  }

  let seed: UInt64 = 42
}
