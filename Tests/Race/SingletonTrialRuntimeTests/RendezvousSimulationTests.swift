import SingletonStatistics
import Testing

@testable import SingletonTrialRuntime

/// The behavior of a sweep on simulated machines. Serialized, because one machine is simulated at a time.
@Suite(.serialized) struct `Meetings on many cores` {
  private static let blocks = 200
  private static let sweeps = 3
  /// The steps that a thread works in a block on average; up to half more or less.
  private static let work = 40

  /// What threads have seen of each other.
  private final class Log {
    var entered: [Int]
    /// The most times that a thread has paused before it entered a block.
    var longestWait = 0
    /// Entries that found another thread in the same block.
    var meetings = 0
    var early = 0

    init(threads: Int) { entered = Array(repeating: -1, count: threads) }
  }

  /// Runs sweeps of blocks, each with a barrier at its end.
  private func sweep(
    threads: Int, cores: Int, theft: (thread: Int, at: Int, steps: Int)? = nil
  ) -> (steps: Int?, log: Log, machine: SimulatedMachine) {
    let log = Log(threads: threads)
    let rendezvous = Rendezvous(threads: threads, cores: cores, blocks: Self.blocks)
    let barrier = Barrier(count: threads, cores: cores)
    let machine = SimulatedMachine(threads: threads, cores: cores, theft: theft) { machine, thread in
      var random = SplitMix64(seed: UInt64(thread))
      for sweep in 0..<Self.sweeps {
        var backoff = SpinBackoff()
        for block in 0..<Self.blocks {
          let before = machine.pauses[thread]
          rendezvous.enter(block, as: thread, &backoff, SimulatedMachine.Waiting.self)
          log.longestWait = max(log.longestWait, machine.pauses[thread] - before)
          let number = sweep * Self.blocks + block
          if log.entered.contains(number) { log.meetings += 1 }
          log.entered[thread] = number
          machine.work(Self.work / 2 + Int(random.next() % UInt64(Self.work)))
        }
        barrier.wait(SimulatedMachine.Waiting.self) {
          if log.entered.contains(where: { $0 != (sweep + 1) * Self.blocks - 1 }) { log.early += 1 }
        }
      }
    }
    return (machine.run(), log, machine)
  }

  @Test(arguments: [2, 4, 8, 16, 64])
  func `with a core each, all meet in every block, and a block costs hardly more with more threads`(threads: Int) throws
  {
    let (steps, log, _) = sweep(threads: threads, cores: threads)
    let block = Double(try #require(steps)) / Double(Self.blocks * Self.sweeps)
    #expect(log.early == 0)
    #expect(log.longestWait <= SpinBackoff.usualSpinLimit)
    // Each thread waits for the slower of two, of which the longest work is half more than the usual one.
    #expect(block < 1.5 * Double(Self.work))
    #expect(log.meetings > Self.blocks * Self.sweeps * (threads - 1) / 2)
  }

  @Test(arguments: [(3, 2), (8, 4), (64, 4), (64, 16), (65, 64)])
  func `with fewer cores than threads, no thread waits for one that has no core`(
    sizes: (threads: Int, cores: Int)
  ) throws {
    let (steps, log, machine) = sweep(threads: sizes.threads, cores: sizes.cores)
    let total = Double(try #require(steps))
    #expect(log.early == 0)
    #expect(log.longestWait <= SpinBackoff.usualSpinLimit)
    // At most a third of what the cores could do is lost to waiting.
    let least = Double(Self.blocks * Self.sweeps * Self.work * sizes.threads) / Double(sizes.cores)
    #expect(total < 1.5 * least + 10_000)
    #expect(machine.pauses.max()! < Int(total) / 3)
  }

  @Test(arguments: [2, 16])
  func `if the system takes one core away for long, the others neither wait for it in every block nor forever`(
    threads: Int
  ) throws {
    let theft = 150_000
    let (steps, log, machine) = sweep(threads: threads, cores: threads, theft: (thread: 1, at: 500, steps: theft))
    #expect(try #require(steps) < theft + 2 * Self.blocks * Self.sweeps * Self.work)
    #expect(log.early == 0)
    #expect(log.longestWait <= SpinBackoff.usualSpinLimit)
    // At most 400 polls in each of seven tries with growing gaps, and in one of 65 blocks after them; then, at the barrier,
    // as long as it polls before it sleeps.
    let tries = 8 + Self.blocks / 65
    #expect(
      machine.pauses.max()! < tries * SpinBackoff.usualSpinLimit + 100_000 + Self.blocks * Self.sweeps * Self.work)
  }
}
