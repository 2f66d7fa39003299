import Outcomes
import Strategies

/// What the modelled threads of one trial share outside the graph: nothing that a thread's run depends on.
final class TrialState {
  let memory: TrialMemory
  let weakening: Weakening?
  /// Every ordering that an atomic operation of the strategy has spelled so far.
  var orderings: Set<Ordering> = []
  /// Asks the accessor from inside the initialiser.
  var errand: (ModelCaller) -> Void = { _ in }

  struct Ordering: Hashable {
    let site: Site
    let role: Weakening.Role
    let order: MemoryOrder
  }

  init(memory: TrialMemory, weakening: Weakening?) {
    self.memory = memory
    self.weakening = weakening
  }
}
