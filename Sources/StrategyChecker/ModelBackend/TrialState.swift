import Core
import ModelChecker
import StrategyKit

/// The state that the modeled threads of one trial share outside the graph. No thread's behavior depends on it.
final class TrialState {
  let memory: TrialMemory
  let orderings: OrderingExperiment
  /// Makes the access with a number from inside the initializer of an instance of a class.
  var reentrantCall: (ModelCaller, InstanceClass, _ number: Int) -> Void = { _, _, _ in }

  init(memory: TrialMemory, orderings: OrderingExperiment) {
    self.memory = memory
    self.orderings = orderings
  }
}
