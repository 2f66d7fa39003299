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

  @Test(arguments: [1, 2, 8, 64])
  func `the last thread to arrive at a barrier runs its action once, before any thread passes`(threads: Int) {
    let barrier = Barrier(count: threads, cores: 2)
    let arrived = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    Threads.run(threads) { _ in
      for round in 1...Self.rounds {
        arrived.wrappingAdd(1, ordering: .relaxed)
        barrier.wait {
          if arrived.load(ordering: .relaxed) != round * threads { wrong.wrappingAdd(1, ordering: .relaxed) }
          done.wrappingAdd(1, ordering: .relaxed)
        }
        if done.load(ordering: .relaxed) != round { wrong.wrappingAdd(1, ordering: .relaxed) }
        barrier.wait()
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(done.load(ordering: .relaxed) == Self.rounds)
  }

  @Test(arguments: [1, 2, 8, 64])
  func `of threads that do not wait, the last to arrive runs its action once, after all others arrived`(threads: Int) {
    let barrier = Barrier(count: threads, cores: 2)
    let arrived = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    Threads.run(threads) { _ in
      for round in 1...Self.rounds {
        arrived.wrappingAdd(1, ordering: .relaxed)
        barrier.arrive {
          if arrived.load(ordering: .relaxed) != round * threads { wrong.wrappingAdd(1, ordering: .relaxed) }
          done.wrappingAdd(1, ordering: .releasing)
        }
        while done.load(ordering: .acquiring) < round { yieldProcessor() }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(done.load(ordering: .relaxed) == Self.rounds)
  }
}
