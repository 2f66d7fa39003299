import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// The state that the modeled threads of one trial share outside the graph. No thread's behavior depends on it.
package final class TrialState {
  package let memory: TrialMemory
  let orderings: OrderingExperiment
  /// Whether a caller has asked for its index, so that it may do something else than the others.
  var hasIndexedCallers = false
  /// Whether a caller has waited with a limit.
  var hasTimedWaits = false
  /// Makes the access with a number from inside the initializer of an instance of a class.
  var reentrantCall: (ModelCaller, InstanceClass, _ number: Int) -> Void = { _, _, _ in }

  /// - Parameter memory: The locations; none of a strategy's if threads make their own primitives.
  package convenience init(memory: TrialMemory) { self.init(memory: memory, orderings: .none) }

  init(memory: TrialMemory, orderings: OrderingExperiment) {
    self.memory = memory
    self.orderings = orderings
  }
}
