import Outcomes
import Strategies
import Synchronization

/// The timing of one row, after its counting: what a first access to a fresh cell costs, and what later ones do.
///
/// Sendable: what changes is written by one thread, while all the others wait at the crew's gate.
final class Stopwatch: @unchecked Sendable {
  private let crew: Crew
  /// Half for first accesses, half for later ones; nanoseconds.
  private let half: UInt64
  /// Changed only by the last to come to a gate.
  private var isDone = false
  private var began: UInt64 = 0

  /// Fresh cells between two gates: few, so that all threads are in the same ones.
  private static let cellsAtOnce = 256
  /// A batch must be long against the clock's own cost of some 25 ns.
  private static let shortestBatch: UInt64 = 10_000
  private static let mostTurns = 1 << 20

  private var cells: Int { min(Self.cellsAtOnce, crew.field.capacity) }

  init(_ crew: Crew) {
    self.crew = crew
    half = crew.job.timingNanoseconds / 2
  }

  /// One thread's part.
  func run(_ caller: NativeCaller) {
    if crew.isOncePerProcess {
      crew.barrier.wait { [self] in crew.race.prepare(crew.field, 0..<1, crew.callers[0]) }
      timeFirstAccesses(to: 1, caller)
      timeLaterAccesses(caller)
    } else {
      crew.barrier.wait { [self] in makeFresh() }
      // Batches of later accesses are few; single first accesses take whatever room there is after them.
      timeLaterAccesses(caller)
      timeFirstAccesses(caller)
    }
  }

  private func timeFirstAccesses(_ caller: NativeCaller) {
    crew.barrier.wait { [self] in
      makeFresh()
      began = monotonicNanoseconds()
    }
    while !isDone {
      timeFirstAccesses(to: cells, caller)
      crew.barrier.wait { [self] in makeFresh() }
    }
  }

  private func timeFirstAccesses(to cells: Int, _ caller: NativeCaller) {
    crew.race.timing.first(crew.field, 0..<cells, caller) { elapsed, built in
      crew.board.add(
        TimingSample(kind: built ? .firstWinner : .firstLoser, operations: 1, elapsedNanoseconds: elapsed))
    }
  }

  /// By the last to come, for all: these cells are few.
  private func makeFresh() {
    crew.board[.pulse].wrappingAdd(1, ordering: .relaxed)
    isDone = began > 0 && (monotonicNanoseconds() - began >= half || crew.board.isFullOfSamples)
    crew.field.reset(0..<cells)
    for caller in crew.callers { caller.beginSweep() }
    crew.race.prepare(crew.field, 0..<cells, crew.callers[0])
  }

  private func timeLaterAccesses(_ caller: NativeCaller) {
    crew.race.timing.hold(crew.field, caller)
    crew.barrier.wait()
    let end = monotonicNanoseconds() + half
    var turns = 1
    while monotonicNanoseconds() < end {
      let elapsed = time(.access, turns, caller)
      if elapsed < Self.shortestBatch && turns < Self.mostTurns {
        turns *= 2
      } else {
        note(.access, turns, elapsed)
        note(.floor, turns, time(.floor, turns, caller))
      }
    }
    crew.barrier.wait { [self] in _ = crew.board[.pulse].wrappingAdd(1, ordering: .relaxed) }
  }

  private func time(_ kind: TimingSample.Kind, _ turns: Int, _ caller: NativeCaller) -> UInt64 {
    let loop = kind == .floor ? crew.race.timing.floor : crew.race.timing.access
    let start = monotonicNanoseconds()
    loop(crew.field, turns, caller)
    return monotonicNanoseconds() - start
  }

  private func note(_ kind: TimingSample.Kind, _ turns: Int, _ elapsed: UInt64) {
    crew.board.add(
      TimingSample(
        kind: kind, operations: UInt32(turns * RaceTiming.accessesPerTurn), elapsedNanoseconds: elapsed))
  }
}

extension RowJob {
  /// A row's timing takes no longer than its counting; a quarter of it, and at most a quarter of a second.
  var timingNanoseconds: UInt64 { min(time.nanoseconds / 4, 250_000_000) }
}
