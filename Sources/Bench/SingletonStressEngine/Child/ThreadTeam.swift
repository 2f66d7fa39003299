import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime
import Synchronization

/// The threads of one child. Together they sweep, tally, and reset until the row is done, or they time accesses.
struct ThreadTeam: Sendable {
  private let context: RowContext
  private let state: SweepState
  private let first: ColdAccessTimer
  private let later: WarmAccessTimer

  init(_ context: RowContext) {
    self.context = context
    state = SweepState(context)
    first = ColdAccessTimer(context)
    later = WarmAccessTimer(context)
  }

  func run(thread index: Int) {
    let caller = context.callers[index]
    WaitingStacks.includeThisThread()
    context.affinity.pin(index)
    caller.becomeCurrent()
    let mode = context.configuration.mode
    if mode == .row || mode == .trial { count(as: caller) }
    // Timed accesses are not included in the counts.
    if mode != .trial { caller.stopCounting() }
    switch mode {
    case .row: if context.configuration.timesFirstAccesses { first.run(caller) }
    case .trial, .serving: break
    case .firstAccess: first.runOnce(caller)
    case .laterAccess: later.run(caller)
    case .instructions: AccessCounter(context).run(caller)
    }
  }

  private func count(as caller: NativeCaller) {
    let mode = context.configuration.mode
    let running = context.shared[.running].wrappingAdd(1, ordering: .relaxed).newValue
    context.shared[.peakRunning].max(running, ordering: .relaxed)
    // All threads must have started before the strategy prepares its first trials. Otherwise, a missing thread could
    // look like a fault of the strategy.
    if state.mustPrepare { context.barrier.wait() }
    makeFresh(state.share(of: caller.index), caller)
    context.barrier.wait(state.beginCounting)
    if mode == .trial { runTrial(caller) } else { while !state.isDone { sweepOnce(caller) } }
    context.shared[.running].wrappingSubtract(1, ordering: .relaxed)
  }

  /// Runs the only trial of this process.
  ///
  /// The last thread to finish counts the outcome for all of them. With many threads, each barrier takes a good part of
  /// the trial's time, so no thread waits for the last one.
  private func runTrial(_ caller: NativeCaller) {
    let phases = context.workload.phases
    for phase in phases.dropLast() {
      sweep(phase, caller)
      context.barrier.wait()
    }
    sweep(phases.last!, caller)
    context.barrier.arrive {
      state.endSweep()
      _ = context.tally.count(0..<1, for: caller, hasViolations: state.violatedThisSweep)
      state.cells.reset(0..<1, violations: state.violatedThisSweep)
      state.endTally()
      for caller in context.callers { caller.countTallied() }
    }
  }

  private func sweepOnce(_ caller: NativeCaller) {
    let phases = context.workload.phases
    for number in phases.indices {
      sweep(phases[number], caller)
      context.barrier.wait { if number == phases.count - 1 { state.endSweep() } }
    }
    let share = state.share(of: caller.index)
    state.add(context.tally.count(share, for: caller, hasViolations: state.violatedThisSweep))
    state.cells.reset(share, violations: state.violatedThisSweep)
    context.barrier.wait(state.endTally)
    // This comes after all lifetimes have been counted. If the process ends in between, it must not report more entries
    // than lifetimes.
    caller.countTallied()
    // Instances that are prepared for trials that will not run must not be counted.
    if state.isDone { return caller.beginSweep() }
    makeFresh(state.share(of: caller.index), caller)
    if state.mustPrepare { context.barrier.wait() }
  }

  private func sweep(_ phase: Workload.Sweep, _ caller: NativeCaller) {
    // Copied once. Each use of a shared object's field would change its reference count, in memory that all threads
    // write.
    let (cells, rendezvous) = (state.cells, context.rendezvous)
    let (active, blockSize) = (state.active, state.cellsPerBlock)
    var backoff = SpinBackoff(spinLimit: context.rendezvousSpinLimit)
    var start = 0
    while start < active {
      let end = min(start + blockSize, active)
      rendezvous.enter(start / blockSize, as: caller.index, &backoff)
      phase(cells, start..<end, caller)
      start = end
    }
  }

  /// Makes slots reusable, and creates everything that must exist before a trial begins, such as the objects of cells.
  private func makeFresh(_ range: Range<Int>, _ caller: NativeCaller) {
    caller.beginSweep()
    if state.mustPrepare { context.workload.prepareTrial(state.cells, state.unprepared(range), caller) }
  }
}
