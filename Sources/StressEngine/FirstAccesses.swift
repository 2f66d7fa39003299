import Outcomes
import Strategies

/// Times each thread's first access to fresh cells, one cell after another, at which the threads meet.
///
/// Sendable: what changes is written by the last to come to a gate while all the others wait there.
final class FirstAccesses: @unchecked Sendable {
  private let crew: Crew
  private let budget: UInt64
  /// At every cell: the first two to come begin together.
  private let rendezvous: Rendezvous
  private let cells: Int
  private var deadline: UInt64 = 0
  private var isDone = false

  /// Fresh cells between two gates.
  private static let cellsAtOnce = 256

  init(_ crew: Crew, budget: UInt64) {
    self.crew = crew
    self.budget = budget
    cells = min(Self.cellsAtOnce, crew.field.capacity)
    rendezvous = Rendezvous(threads: crew.job.threads, cells: cells, cellsPerBlock: 1)
  }

  /// Where the strategy exists once in the process: one access of each thread.
  func runOnce(_ caller: NativeCaller) {
    crew.barrier.wait { [self] in crew.race.prepare(crew.field, 0..<1, crew.callers[0]) }
    time(0..<1, caller)
  }

  /// Waits until all have come, and the cells are fresh.
  func makeFresh(_ caller: NativeCaller) { crew.barrier.wait { [self] in makeFresh() } }

  /// One thread's part.
  func run(_ caller: NativeCaller) {
    crew.barrier.wait { [self] in
      makeFresh()
      deadline = monotonicNanoseconds() + budget
    }
    while !isDone {
      time(0..<cells, caller)
      crew.barrier.wait { [self] in
        makeFresh()
        isDone = monotonicNanoseconds() >= deadline || crew.board.isFullOfSamples
      }
    }
  }

  private func time(_ cells: Range<Int>, _ caller: NativeCaller) {
    var patience = Patience()
    for cell in cells {
      rendezvous.enter(cell, &patience)
      crew.race.timing.first(crew.field, cell..<cell + 1, caller) { [crew] elapsed, built in
        crew.note(built ? .firstWinner : .firstLoser, operations: 1, elapsed: elapsed)
      }
    }
  }

  /// By the last to come, for all: these cells are few.
  private func makeFresh() {
    crew.showProgress()
    crew.field.reset(0..<cells)
    for caller in crew.callers { caller.beginSweep() }
    crew.race.prepare(crew.field, 0..<cells, crew.callers[0])
  }
}
