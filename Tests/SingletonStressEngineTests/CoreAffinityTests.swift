import CSingletonPlatform
import SingletonPlatform
import Synchronization
import Testing

@testable import SingletonStressEngine

@Suite struct `Core affinity` {
  #if os(Linux)
    @Test(.enabled(if: cp_allowed_cores() > 1))
    func `each thread has its own core if there are enough`() {
      let count = Int(cp_allowed_cores())
      let places = Self.places(threads: count, cores: count)
      #expect(places.map(\.allowed) == Array(repeating: 1, count: count))
      #expect(Set(places.map(\.core)).count == count)
    }
  #endif

  @Test(arguments: [(1, 2), (3, 2)])
  func `the system chooses the cores of a single thread, and of more threads than cores`(threads: Int, cores: Int) {
    let all = cp_allowed_cores()
    #expect(Self.places(threads: threads, cores: cores).map(\.allowed) == Array(repeating: all, count: threads))
  }

  /// Returns for each thread the number of cores that it may run on after it is pinned, and the core that it is on.
  private static func places(threads: Int, cores: Int) -> [(allowed: Int32, core: Int32)] {
    let affinity = CoreAffinity(threads: threads, cores: cores)
    let places = Mutex<[(allowed: Int32, core: Int32)]>([])
    Threads.run(threads) { index in
      affinity.pin(index)
      places.withLock { $0.append((cp_allowed_cores(), cp_core_beside(0))) }
    }
    return places.withLock { $0 }
  }
}
