import SingletonCore
import SingletonStrategyKit

/// The version of the harness's own part in the times that it measures.
package enum TimingVersion {
  /// Must be raised with every change to the timed loops, their batches, or their floor if the change affects the
  /// measured times. Times from different versions are not compared, so that a slower harness is never mistaken for a
  /// slower strategy.
  package static let current = 2
}

/// The timing phase of a row, which follows the counting: it measures later accesses, and first accesses to fresh
/// cells.
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
    if context.configuration.settings.endsOnceShown { return }
    if context.isOncePerProcess {
      cold.runOnce(caller)
      warm.run(caller)
    } else {
      // Batches of later accesses are few; first accesses are sampled one by one and use the remaining space.
      cold.makeFresh(caller)
      warm.run(caller)
      cold.run(caller)
    }
  }
}
