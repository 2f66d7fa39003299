import Core
import ModelChecker
import StrategyKit

/// The state that the modeled threads of one trial share outside the graph. No thread's behavior depends on it.
final class TrialState {
  let memory: TrialMemory
  let orderings: OrderingExperiment
  /// Calls the accessor from inside the initializer.
  var reentrantCall: (ModelCaller) -> Void = { _ in }

  init(memory: TrialMemory, orderings: OrderingExperiment) {
    self.memory = memory
    self.orderings = orderings
  }
}
