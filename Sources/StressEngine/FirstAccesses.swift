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
  private let capacity: Int
  /// Fresh cells between two gates: few where many threads wait for each other at each.
  private var cells: Int
  private var began: UInt64 = 0
  private var deadline: UInt64 = 0
  private var isDone = false

  private static let most = 256

  init(_ crew: Crew, budget: UInt64) {
    self.crew = crew
    self.budget = budget
    capacity = min(Self.most, crew.field.capacity)
    cells = min(FieldSize.first, capacity)
    rendezvous = Rendezvous(
      threads: crew.job.threads, cores: crew.job.cores, cells: capacity, cellsPerBlock: 1)
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
      began = monotonicNanoseconds()
      deadline = began + budget
    }
    while !isDone {
      time(0..<cells, caller)
      crew.barrier.wait { [self] in settle() }
    }
  }

  private func time(_ cells: Range<Int>, _ caller: NativeCaller) {
    var patience = Patience()
    for cell in cells {
      rendezvous.enter(cell, as: caller.index, &patience)
      crew.race.timing.first(crew.field, cell..<cell + 1, caller) { [crew] elapsed, built in
        crew.note(built ? .firstWinner : .firstLoser, operations: 1, elapsed: elapsed)
      }
    }
  }

  private func settle() {
    let now = monotonicNanoseconds()
    isDone = now >= deadline || crew.board.isFullOfSamples
    cells = FieldSize.next(cells, took: now - began, capacity: capacity)
    makeFresh()
    began = monotonicNanoseconds()
  }

  /// By the last to come, for all: these cells are few.
  private func makeFresh() {
    crew.showProgress()
    crew.field.reset(0..<cells)
    for caller in crew.callers { caller.beginSweep() }
    crew.race.prepare(crew.field, 0..<cells, crew.callers[0])
  }
}
