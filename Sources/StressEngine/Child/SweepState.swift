import Core
import Platform
import StrategyKit

/// What changes from sweep to sweep.
///
/// Sendable: it is changed only by the last thread to arrive at a barrier, while all the others wait there.
final class SweepState: @unchecked Sendable {
  private let context: RowContext
  /// Cells of the sweep that is running.
  private(set) var active: Int
  private(set) var isDone = false
  /// Whether some thread saw a promise broken in the sweep that has just ended.
  private(set) var violatedThisSweep = false
  /// The cells from 0 that have the objects that cells keep.
  private var preparedCells = 0
  private var trialsDone: UInt64 = 0
  private var countingBegan: UInt64 = 0
  private var processorTimeAtStart: UInt64 = 0
  private var sweepBegan: UInt64 = 0

  init(_ context: RowContext) {
    self.context = context
    active = min(context.cells.capacity, SweepSize.first)
    limitToTrials()
  }

  /// Whether something must be made in some of the active cells before the next sweep.
  var mustPrepare: Bool {
    context.workload.hasPreparation && (preparesEveryTrial || preparedCells < active)
  }

  /// Returns those of these cells in which something must be made.
  func unprepared(_ range: Range<Int>) -> Range<Int> {
    preparesEveryTrial ? range : range.clamped(to: min(preparedCells, active)..<active)
  }

  private var preparesEveryTrial: Bool { context.workload.traits.contains(.prepares) }

  /// Returns a thread's part of the cells: to tally, to reset, to prepare.
  func share(of thread: Int) -> Range<Int> {
    let threads = context.configuration.threads
    return thread * active / threads..<(thread + 1) * active / threads
  }
}

// MARK: - Done by the last thread to arrive at a barrier

extension SweepState {
  func beginCounting() {
    countingBegan = monotonicNanoseconds()
    processorTimeAtStart = processorNanoseconds()
    sweepBegan = countingBegan
  }

  func endSweep() {
    violatedThisSweep = context.callers.contains { $0.state.pointee.violatedThisSweep }
  }

  /// All shares are tallied and fresh again: prepares the next sweep, or ends the counting.
  func endTally() {
    let (shared, configuration) = (context.shared, context.configuration)
    let now = monotonicNanoseconds()
    trialsDone += UInt64(active)
    let elapsed = now - countingBegan
    shared[.wallNanoseconds].store(elapsed, ordering: .relaxed)
    shared[.cpuNanoseconds].store(processorNanoseconds() - processorTimeAtStart, ordering: .relaxed)
    shared.beat()
    isDone =
      configuration.mode == .trial || configuration.isDone(after: elapsed, trials: trialsDone) { shared.tally }
    preparedCells = max(preparedCells, active)
    active = SweepSize.next(active, took: now - sweepBegan, capacity: context.cells.capacity)
    limitToTrials()
    sweepBegan = now
  }

  private func limitToTrials() {
    guard let trials = context.configuration.settings.trials else { return }
    active = min(active, max(1, Int(clamping: trials - min(trialsDone, trials))))
  }
}
