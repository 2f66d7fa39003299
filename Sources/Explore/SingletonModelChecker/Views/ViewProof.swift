/// The attempt to prove that a replicated program keeps its promise with any number of threads.
package struct ViewProof: Equatable, Sendable {
  /// The executions that a proof is about.
  package enum Scope: Equatable, Sendable {
    /// All that RC11 allows. Stronger models allow fewer.
    case rc11
    /// Those in which the steps of all threads form one sequence. There may be others.
    ///
    /// RC11 allows no others if conflicting accesses to all locations but one are ordered by happens-before: then the
    /// execution graph is sequentially consistent.
    case sequentialConsistency
  }

  /// The answer: what was proved, or the flaw that the last views show.
  package let scope: Scope?
  package let flaw: ViewFlaw?
  /// The number of threads in a view, and the number of views.
  package let threads: Int
  package let viewCount: Int

  /// Attempts the proof with views of two threads, and then of more.
  ///
  /// - Throws: An error if the method does not apply.
  package init(of code: any ReplicatedProgram) throws(ViewError) {
    self = try Self.attempts(ThreadAutomatonBuilder.automaton(of: code))
  }

  private init(scope: Scope?, flaw: ViewFlaw?, _ explorer: ViewExplorer, others: Int) {
    self.scope = scope
    self.flaw = flaw
    threads = others + 1
    viewCount = explorer.viewCount
  }

  private static func attempts(_ automaton: ThreadAutomaton) throws(ViewError) -> ViewProof {
    // Few threads may see a sum that more of them would exclude, so an error is final with the most threads only.
    let first = try? attempt(automaton, others: 1)
    if let first, first.scope == .rc11 { return first }
    guard let first, first.scope != nil else { return try attempt(automaton, others: 2) }
    guard let second = try? attempt(automaton, others: 2), second.scope != nil else { return first }
    return second
  }

  private static func attempt(_ automaton: ThreadAutomaton, others: Int) throws(ViewError) -> ViewProof {
    let explorer = ViewExplorer(automaton, ViewExplorer.Search(others: others))
    try explorer.run()
    if let flaw = explorer.flaw { return ViewProof(scope: nil, flaw: flaw, explorer, others: others) }
    let (contended, flaw) = try contention(automaton, explorer, others)
    // A part of the marked instance stands for that part of each instance, which are several locations.
    let isOrdered = contended.count < 2 && contended.isDisjoint(with: automaton.parts)
    let scope: Scope? = flaw != nil ? nil : isOrdered ? .rc11 : .sequentialConsistency
    return ViewProof(scope: scope, flaw: flaw, explorer, others: others)
  }

  /// Returns the locations for which threads contend, and a flaw if an access may race although no view shows two
  /// threads about to access the same location.
  ///
  /// For the first access of an execution that happens neither before nor after a conflicting one, let only that happen
  /// which happens before one of the two: then both can be next. What is left out may include a write that a thread has
  /// read without synchronization. So such a read is given any value. The documentation has the proof.
  private static func contention(
    _ automaton: ThreadAutomaton, _ explorer: ViewExplorer, _ others: Int
  ) throws(ViewError) -> (Set<Int>, ViewFlaw?) {
    var (contended, loads) = (explorer.contended, explorer.contendedLoads)
    while true {
      // What happens before an access to a lock leaves out nobody who is still in, so no value has to be guessed.
      let guessed = contended.filter { automaton.locks[$0] != .shared }
      let isCounted = automaton.states.contains { $0.location.map(guessed.contains) == true && $0.operation!.isBlind }
      if isCounted { return (contended, .contendedCounter) }
      if guessed.isEmpty { return (contended, nil) }
      let guessing = ViewExplorer(
        automaton, ViewExplorer.Search(others: others, guessed: guessed, contendedLoads: loads))
      try guessing.run()
      if guessing.flaw != nil { return (contended, guessing.flaw) }
      let known = (contended.count, loads.count)
      contended.formUnion(guessing.contended)
      loads.formUnion(guessing.contendedLoads)
      if known == (contended.count, loads.count) { return (contended, nil) }
    }
  }
}
