/// Which reads of one location make everything that preceded the write happen before the reader's next step.
struct SynchronizedReads {
  private let automaton: ThreadAutomaton
  private let location: Int
  /// The values that threads write there, and those among them that some write does not release.
  private var written: Set<UInt> = []
  private var unreleased: Set<UInt> = []

  /// - Parameter location: A location that only atomic operations access.
  init(of automaton: ThreadAutomaton, at location: Int) {
    self.automaton = automaton
    self.location = location
    for number in automaton.reachable(from: automaton.markedStarts + automaton.otherStarts) {
      let state = automaton.states[number]
      guard state.location == location else { continue }
      let words = state.transitions.compactMap(\.written)
      written.formUnion(words)
      if state.operation?.order.releases == false { unreleased.formUnion(words) }
    }
  }

  /// Returns the transitions at the location whose reads may not be synchronized, keyed by their states.
  ///
  /// A read is synchronized if it acquires a value that only releasing writes write, if no thread writes the value,
  /// which therefore is there since before all threads began, or if no write is concurrent with it.
  ///
  /// - Parameter contendedLoads: The states whose loads do not acquire and may be concurrent with a write.
  func unsynchronized(_ contendedLoads: Set<Int>) -> [Int: [ThreadAutomaton.Transition]] {
    var found: [Int: [ThreadAutomaton.Transition]] = [:]
    for (number, state) in automaton.states.enumerated() where state.location == location {
      guard let operation = state.operation, operation.reads else { continue }
      if operation.kind == .load && !operation.order.acquires && !contendedLoads.contains(number) { continue }
      found[number] = state.transitions.filter { transition in
        guard let value = transition.found else { return false }
        let order = transition.written == nil ? operation.failureOrder : operation.order
        return written.contains(value) && (!order.acquires || unreleased.contains(value))
      }
    }
    return found
  }
}
