/// A witness reduced to its choices, which suffice to run it again: which thread takes each step, and which of the
/// writes so far the step reads or precedes.
package struct Schedule: Equatable, Sendable {
  /// One operation of a thread.
  package struct Turn: Equatable, Sendable {
    /// The index of the thread in the program.
    package let thread: Int
    /// For a read, how many of the writes so far are later in coherence order than the one it reads. For a write, how
    /// many of the writes so far follow it in coherence order.
    package let choice: Int
    /// Whether the operation fails for a reason that is not in what it reads: a wait times out, or a weak
    /// compare-exchange fails.
    package let fails: Bool

    package init(thread: Int, choice: Int, fails: Bool = false) {
      self.thread = thread
      self.choice = choice
      self.fails = fails
    }
  }

  package private(set) var turns: [Turn] = []
  /// The indices of the turns that the finding is about.
  package private(set) var concerned: [Int] = []

  package init(turns: [Turn], concerned: [Int]) {
    self.turns = turns
    self.concerned = concerned
  }

  package init(of witness: Witness, about events: [EventID], in graph: ExecutionGraph) {
    var scheduled: [Int: [Int]] = [:]
    for step in witness.steps {
      let event = step.event
      let isSecondHalf = event.isUpdate && event.isWrite
      let rank = event.isWrite ? graph.rank(step.id) : graph.rank(event.readsFrom)
      let later = event.kind == .fence ? 0 : scheduled[event.location, default: []].count { $0 > rank }
      if !isSecondHalf {
        turns.append(Turn(thread: step.thread, choice: later, fails: event.hasFailed || event.waiting == .timedOut))
      }
      if event.isWrite { scheduled[event.location, default: []].append(rank) }
      if events.contains(step.id) { concerned.append(turns.count - 1) }
    }
  }
}
