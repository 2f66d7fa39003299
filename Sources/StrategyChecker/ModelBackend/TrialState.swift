import Core
import ModelChecker
import StrategyKit

/// What the modeled threads of one trial share outside the graph: nothing that a thread's run depends on.
final class TrialState {
  let memory: TrialMemory
  let orderings: OrderingExperiment
  /// Asks the accessor from inside the initializer.
  var reentrantCall: (ModelCaller) -> Void = { _ in }

  init(memory: TrialMemory, orderings: OrderingExperiment) {
    self.memory = memory
    self.orderings = orderings
  }
}
