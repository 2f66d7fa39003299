import HandWritten
import Outcomes
import Strategies
import StressEngine

/// A strategy's loop and one in C, timed in turns by the same threads.
///
/// Sendable: what changes is written by the last to come to a gate while all the others wait there, or is a thread's own.
final class Duel: @unchecked Sendable {
  private let race: Race
  private let form: handwritten_form
  private let threads: Int
  private let field: RaceField
  private let callers: [NativeCaller]
  private let room: UnsafeMutableRawPointer
  private let barrier: Barrier
  /// For each side the turns of a batch, and what the last batch of each thread took.
  private var turns = [1, 1]
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// Nanoseconds of one access, one for each round that counts.
  private var costs: [[Double]] = [[], []]

  private static let rounds = 301
  private static let batch: UInt64 = 30_000

  init(_ race: Race, against name: String, threads: Int) {
    guard let form = handwritten_form_named(name) else { preconditionFailure("no form \(name) in C") }
    self.race = race
    self.form = form.pointee
    self.threads = threads
    field = RaceField(race: race, callers: threads, cores: Crowd.cores, capacity: 1)
    let counters = (0..<threads).map { _ in
      zeroedPages(4_096).assumingMemoryBound(to: UInt64.self)
    }
    callers = NativeCallers(field: field, race: race, initializerCost: .none) { counters[$0] }.callers
    room = zeroedPages(Int(handwritten_room))
    form.pointee.prepare?(room)
    barrier = Barrier(count: threads, cores: Crowd.cores)
    elapsed = .allocate(capacity: threads)
  }

  deinit { elapsed.deallocate() }

  /// Medians, and the median of the rounds' ratios.
  func fight() -> (ours: Double, theirs: Double, ratio: Double) {
    race.prepare(field, 0..<1, callers[0])
    Crowd.run(threads) { [self] index in
      callers[index].becomeCurrent()
      race.timing.hold(field, callers[index])
      barrier.wait()
      while costs[1].count < Self.rounds {
        time(0, index) { race.timing.access(field, $0, callers[index]) }
        time(1, index) { form.loop(room, $0, index) }
      }
    }
    let ratios = zip(costs[0], costs[1]).map { $0 / $1 }
    return (median(costs[0]), median(costs[1]), median(ratios))
  }

  private func time(_ side: Int, _ index: Int, _ loop: (Int) -> Void) {
    let start = monotonicNanoseconds()
    loop(turns[side])
    elapsed[index] = monotonicNanoseconds() - start
    barrier.wait { [self] in settle(side) }
  }

  /// By the last to come. Batches grow until they are long enough, and both sides count from the same round on.
  private func settle(_ side: Int) {
    let usual = median((0..<threads).map { Double(elapsed[$0]) })
    if usual < Double(Self.batch) {
      turns[side] *= 2
      costs = [[], []]
    } else if side == 0 || costs[0].count > costs[1].count {
      costs[side].append(usual / Double(turns[side] * RaceTiming.accessesPerTurn))
    }
  }
}
