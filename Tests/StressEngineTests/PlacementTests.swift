import CPlatform
import Synchronization
import Testing

@testable import StressEngine

@Suite struct `A thread's core` {
  #if os(Linux)
    @Test(.enabled(if: cp_allowed_cores() > 1))
    func `is its own, where there is one for each`() {
      let count = Int(cp_allowed_cores())
      let places = Self.places(threads: count, cores: count)
      #expect(places.map(\.allowed) == Array(repeating: 1, count: count))
      #expect(Set(places.map(\.core)).count == count)
    }
  #endif

  @Test(arguments: [(1, 2), (3, 2)])
  func `is the system's choice, where a thread is alone or they take turns`(threads: Int, cores: Int) {
    let all = cp_allowed_cores()
    #expect(Self.places(threads: threads, cores: cores).map(\.allowed) == Array(repeating: all, count: threads))
  }

  /// For each thread, how many cores it may run on when it has been placed, and the one that it is on.
  private static func places(threads: Int, cores: Int) -> [(allowed: Int32, core: Int32)] {
    let placement = Placement(threads: threads, cores: cores)
    let places = Mutex<[(allowed: Int32, core: Int32)]>([])
    Threads.run(threads) { index in
      placement.occupy(index)
      places.withLock { $0.append((cp_allowed_cores(), cp_core_beside(0))) }
    }
    return places.withLock { $0 }
  }
}
