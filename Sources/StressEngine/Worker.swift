import Outcomes
import Strategies
import Synchronization

/// One thread of a row, from the first gate to its last sweep.
struct Worker {
  let crew: Crew
  let caller: NativeCaller
  private let index: Int

  init(_ crew: Crew, index: Int) {
    self.crew = crew
    self.index = index
    caller = crew.callers[index]
  }

  func run() {
    crew.placement.occupy(index)
    crew.board[.threadsStarted].wrappingAdd(1, ordering: .relaxed)
    caller.becomeCurrent()
    enter()
    makeFresh(crew.share(of: index))
    crew.barrier.wait(crew.beginCounting)
    if crew.job.mode != .timing {
      while !crew.isDone { sweepOnce() }
    }
    leave()
  }

  /// What the timing does is not counted.
  func run(_ stopwatch: Stopwatch) {
    caller.stopCounting()
    stopwatch.run(caller)
  }

  private func sweepOnce() {
    for (number, phase) in crew.race.phases.enumerated() {
      sweep(phase)
      crew.barrier.wait { if number == crew.race.phases.count - 1 { crew.endSweep() } }
    }
    let share = crew.share(of: index)
    crew.tally.count(share, for: caller, checksRecords: crew.sawViolation)
    caller.countTallied()
    crew.field.reset(share)
    crew.barrier.wait(crew.endTally)
    // What is built for trials that nobody will race must not be counted.
    if crew.isDone { return caller.beginSweep() }
    makeFresh(crew.share(of: index))
    if crew.mustPrepare { crew.barrier.wait() }
  }

  private func sweep(_ phase: Race.Sweep) {
    let cells = crew.active
    var patience = Patience()
    var start = 0
    while start < cells {
      let end = min(start + crew.rendezvous.cellsPerBlock, cells)
      crew.rendezvous.enter(start / crew.rendezvous.cellsPerBlock, as: index, &patience)
      phase(crew.field, start..<end, caller)
      start = end
    }
  }

  /// Slots are used again, objects of cells are made, and what must exist before any thread of the trial is built.
  private func makeFresh(_ range: Range<Int>) {
    caller.beginSweep()
    if crew.mustPrepare { crew.race.prepare(crew.field, crew.unprepared(range), caller) }
  }

  private func enter() {
    let running = crew.board[.running].wrappingAdd(1, ordering: .relaxed).newValue
    crew.board[.peakRunning].max(running, ordering: .relaxed)
  }

  private func leave() {
    crew.board[.running].wrappingSubtract(1, ordering: .relaxed)
  }
}
