import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime

/// The timer of each thread's first access to fresh cells. The threads wait for each other at every cell.
final class ColdAccessTimer: @unchecked Sendable {
  // Unchecked: only the last thread to arrive at a barrier changes the state, while all other threads wait.
  private let context: RowContext
  /// The rendezvous at every cell, so that threads access it at the same time.
  private let rendezvous: Rendezvous
  private let capacity: Int
  /// The number of fresh cells between two barriers. It is small if initializers or rendezvous take long.
  private var cells = 1
  private var began: UInt64 = 0
  private var deadline: UInt64 = 0
  private var isDone = false
  /// The number of samples in the row's memory after the latest round.
  private var lastSample: UInt64 = .max

  private static let maxCells = 256
  /// The number of samples from which on the quantiles hardly change. It is smaller if threads share cores, because
  /// each cell then costs a switch to every thread.
  private var enoughSamples: UInt64 { context.isOversubscribed ? 4_096 : 8_192 }

  init(_ context: RowContext) {
    self.context = context
    capacity = min(Self.maxCells, context.cells.capacity)
    rendezvous = Rendezvous(
      threads: context.configuration.threads, cores: context.configuration.cores, blocks: capacity)
  }

  /// Times one access of each thread, for a strategy that has one instance per process.
  func runOnce(_ caller: NativeCaller) {
    context.barrier.wait { [self] in context.workload.prepare(context.cells, 0..<1, context.callers[0]) }
    time(0..<1, caller)
  }

  func run(_ caller: NativeCaller) {
    context.barrier.wait { [self] in
      makeFresh()
      began = monotonicNanoseconds()
      deadline = began + context.configuration.firstAccessNanoseconds
      lastSample = context.shared.value(.samples) + enoughSamples
    }
    while !isDone {
      time(0..<cells, caller)
      context.barrier.wait { [self] in endRound() }
    }
  }

  private func time(_ cells: Range<Int>, _ caller: NativeCaller) {
    var backoff = SpinBackoff()
    for cell in cells {
      rendezvous.enter(cell, as: caller.index, &backoff)
      context.workload.timing.first(context.cells, cell..<cell + 1, caller) { [context] elapsed, built in
        context.shared.add(built ? .firstWinner : .firstLoser, operations: 1, elapsed: elapsed)
      }
    }
  }

  private func endRound() {
    let now = monotonicNanoseconds()
    let samples = context.shared.value(.samples)
    isDone = now >= deadline || samples >= lastSample || context.shared.isFullOfSamples
    if isDone { return }
    let missing = Int(lastSample - samples) / context.configuration.threads
    cells = min(SweepSize.next(cells, took: now - began, capacity: capacity), missing + 1)
    makeFresh()
    began = monotonicNanoseconds()
  }

  /// Makes the cells fresh. One thread does this for all threads, because there are few cells.
  private func makeFresh() {
    context.shared.beat()
    context.cells.reset(0..<cells, violations: false)
    for caller in context.callers { caller.beginSweep() }
    context.workload.prepare(context.cells, 0..<cells, context.callers[0])
  }
}
