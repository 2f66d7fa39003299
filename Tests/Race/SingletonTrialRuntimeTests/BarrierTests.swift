import SingletonPlatform
import Synchronization
import TestSupport
import Testing

@testable import SingletonTrialRuntime

@Suite struct `Barriers` {
  private static let rounds = 50

  /// If there are fewer cores than threads, a barrier sleeps, or first lets others run; otherwise, it spins.
  @Test(arguments: [(1, 2), (2, 2), (8, 2), (8, 64), (64, 2)], [false, true])
  func `no thread passes a barrier before all have arrived`(_ sizes: (threads: Int, cores: Int), staysAwake: Bool) {
    let threads = sizes.threads
    let barrier = Barrier(count: threads, cores: sizes.cores)
    barrier.keepAwake(staysAwake)
    let arrived = Atomic<Int>(0)
    let early = Atomic<Int>(0)
    Threads.run(threads) { _ in
      for round in 1...Self.rounds {
        arrived.wrappingAdd(1, ordering: .relaxed)
        barrier.wait()
        if arrived.load(ordering: .relaxed) != round * threads { early.wrappingAdd(1, ordering: .relaxed) }
        barrier.wait()
      }
    }
    #expect(early.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [1, 2, 8, 64], [false, true])
  func `the last thread to arrive runs its action once, after all others arrived and before any thread passes`(
    threads: Int, waits: Bool
  ) {
    let barrier = Barrier(count: threads, cores: 2)
    let arrived = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    Threads.run(threads) { _ in
      for round in 1...Self.rounds {
        arrived.wrappingAdd(1, ordering: .relaxed)
        let last = {
          if arrived.load(ordering: .relaxed) != round * threads { wrong.wrappingAdd(1, ordering: .relaxed) }
          done.wrappingAdd(1, ordering: .releasing)
        }
        if waits { barrier.wait(last) } else { barrier.arrive(last) }
        if waits && done.load(ordering: .relaxed) != round { wrong.wrappingAdd(1, ordering: .relaxed) }
        // Threads that have not waited begin the next round together, as those do that wait again.
        if waits { barrier.wait() }
        while done.load(ordering: .acquiring) < round { yieldProcessor() }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(done.load(ordering: .relaxed) == Self.rounds)
  }
}
