import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime
import Synchronization

/// The state of a row that changes from sweep to sweep.
final class SweepState: @unchecked Sendable {
  // Unchecked: only the last thread to arrive at a barrier changes the state, while all other threads wait.
  private let context: RowContext
  /// The number of cells in the current sweep.
  private(set) var active: Int
  private(set) var isDone = false
  /// Whether any thread observed a violation in the sweep that has just ended.
  private(set) var violatedThisSweep = false
  /// The number of cells, from cell 0 on, whose kept objects have been created.
  private var preparedCells = 0
  private var trialsDone: UInt64 = 0
  private var countingBegan: UInt64 = 0
  private var processorTimeAtStart: UInt64 = 0
  private var sweepBegan: UInt64 = 0
  private var wakefulness: Wakefulness
  private var tuner: SweepTuner
  /// The cells in the layout of the current sweep.
  private(set) var cells: CellArray
  private let violations = Atomic<Int>(0)
  private let leadChanges = Atomic<Int>(0)

  init(_ context: RowContext) {
    self.context = context
    active = min(context.cells.capacity, SweepSize.first)
    wakefulness = Wakefulness(cores: context.configuration.cores)
    tuner = SweepTuner(context.layouts)
    cells = context.cells.laidOut(tuner.layout)
    limitToTrials()
  }

  /// The number of cells between two rendezvous of the current sweep.
  var cellsPerBlock: Int { tuner.layout.cellsPerBlock }

  func add(_ encounters: Encounters) {
    violations.wrappingAdd(encounters.violations, ordering: .relaxed)
    leadChanges.wrappingAdd(encounters.leadChanges, ordering: .relaxed)
  }

  /// Whether an active cell must be prepared before the next sweep.
  var mustPrepare: Bool {
    context.workload.hasPreparation && (preparesEveryTrial || preparedCells < active)
  }

  /// Returns the cells of the range that must be prepared.
  func unprepared(_ range: Range<Int>) -> Range<Int> {
    preparesEveryTrial ? range : range.clamped(to: min(preparedCells, active)..<active)
  }

  private var preparesEveryTrial: Bool { context.workload.plan.prepares }

  /// Returns a thread's share of the active cells, which the thread tallies, resets, and prepares.
  func share(of thread: Int) -> Range<Int> {
    SweepSize.share(of: thread, of: context.configuration.threads, in: active)
  }
}

// MARK: - Done by the last thread to arrive at a barrier

extension SweepState {
  func beginCounting() {
    context.barrier.keepAwake(context.isOversubscribed && wakefulness.isAwake)
    countingBegan = monotonicNanoseconds()
    processorTimeAtStart = processorNanoseconds()
    sweepBegan = countingBegan
  }

  func endSweep() {
    violatedThisSweep = context.callers.contains { $0.state.pointee.violatedThisSweep }
  }

  /// Prepares the next sweep, or ends the counting. All cells must have been tallied and reset.
  func endTally() {
    let (shared, configuration) = (context.shared, context.configuration)
    let now = monotonicNanoseconds()
    trialsDone += UInt64(active)
    let elapsed = now - countingBegan
    shared[.wallNanoseconds].store(elapsed, ordering: .relaxed)
    let processor = processorNanoseconds() - processorTimeAtStart
    shared[.cpuNanoseconds].store(processor, ordering: .relaxed)
    if context.isOversubscribed {
      wakefulness.note(wall: elapsed, processor: processor)
      context.barrier.keepAwake(wakefulness.isAwake)
    }
    shared.beat()
    isDone = configuration.mode == .trial || configuration.isDone(after: elapsed, trials: trialsDone) { shared.tally }
    preparedCells = max(preparedCells, active)
    chooseLayout(took: now - sweepBegan)
    active = SweepSize.next(active, took: now - sweepBegan, capacity: min(context.cells.capacity, tuner.cellLimit))
    limitToTrials()
    sweepBegan = now
  }

  private func chooseLayout(took nanoseconds: UInt64) {
    let encounters = Encounters(
      violations: violations.exchange(0, ordering: .relaxed), leadChanges: leadChanges.exchange(0, ordering: .relaxed))
    tuner.note(active, took: nanoseconds, encounters)
    cells = context.cells.laidOut(tuner.layout)
    context.shared[.cellBytes].store(UInt64(tuner.best.cellBytes), ordering: .relaxed)
    context.shared[.cellOffset].store(UInt64(tuner.best.cellOffset), ordering: .relaxed)
    context.shared[.cellsPerBlock].store(UInt64(tuner.best.cellsPerBlock), ordering: .relaxed)
  }

  private func limitToTrials() {
    guard let trials = context.configuration.settings.trials else { return }
    active = min(active, max(1, Int(clamping: trials - min(trialsDone, trials))))
  }
}

extension CellArray {
  fileprivate func laidOut(_ layout: SweepLayout) -> CellArray {
    laidOut(stride: layout.cellBytes, offset: layout.cellOffset)
  }
}
