import Core
import StrategyKit

/// The timing of one row, after its counting: what later accesses cost, and what a first access to a fresh cell does.
struct TimingPhase: Sendable {
  private let context: RowContext
  private let warm: WarmAccessTimer
  private let cold: ColdAccessTimer

  init(_ context: RowContext) {
    self.context = context
    let third = context.configuration.timingNanoseconds / 3
    warm = WarmAccessTimer(context, budget: 2 * third)
    cold = ColdAccessTimer(context, budget: third)
  }

  /// Runs one thread's part.
  func run(_ caller: NativeCaller) {
    if context.isOncePerProcess {
      cold.runOnce(caller)
      warm.run(caller)
    } else {
      // Batches of later accesses are few; single first accesses take whatever room there is after them.
      cold.makeFresh(caller)
      warm.run(caller)
      cold.run(caller)
    }
  }
}
