import CSingletonPlatform
import SingletonPlatform
import Synchronization
import TestSupport
import Testing

@Suite struct `Core affinity` {
  private static let topology = SystemProbe().topology

  @Test(.enabled(if: topology.threadCount > 1, "needs two cores, and a system that has affinity"))
  func `each thread has its own core if there are enough`() {
    let count = Self.topology.threadCount
    let (places, result) = Self.places(threads: count, limit: count)
    #expect(places.map(\.allowed.count) == Array(repeating: 1, count: count))
    #expect(places.allSatisfy { $0.allowed == [$0.core] })
    #expect(Set(places.map(\.core)).count == count)
    #expect(result != .none)
  }

  @Test(arguments: [(1, 2), (3, 2)])
  func `the system chooses the cores of a single thread, and of more threads than cores`(threads: Int, limit: Int) {
    let (places, result) = Self.places(threads: threads, limit: limit)
    let all = SystemProbe().allowedCores ?? []
    #expect(places.map(\.allowed) == Array(repeating: all, count: threads))
    #expect(result == .none)
  }

  /// Returns for each thread the cores that it may run on after it is pinned, and the core that it is on; and what came
  /// of the placement.
  private static func places(
    threads: Int, limit: Int
  ) -> (places: [(allowed: [Int], core: Int)], result: Placement) {
    let affinity = CoreAffinity(threads: threads, limit: limit, on: topology)
    let places = Mutex<[(allowed: [Int], core: Int)]>([])
    Threads.run(threads) { index in
      affinity.pin(index)
      places.withLock { $0.append((SystemProbe().allowedCores ?? [], Int(cp_current_core()))) }
    }
    return (places.withLock { $0 }, affinity.result)
  }
}
