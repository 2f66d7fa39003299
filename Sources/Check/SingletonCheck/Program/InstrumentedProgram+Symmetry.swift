import CSingletonHooks
package import SingletonModelChecker

/// Threads that all do the same can be exchanged, and with them the memory that they allocate. So of the executions that
/// differ only in which thread does what, one is visited.
///
/// Nothing tells the threads of such a program apart but the addresses of their objects. What the code does could depend on
/// these: it may compare two of them, or hash one. Therefore each execution that is visited is run again with the threads'
/// memory in the reverse order, in which each comparison of addresses of two threads has the other result. If a thread then
/// does something else, every execution is visited.
extension InstrumentedProgram where Owner: ~Copyable {
  package var symmetry: Symmetry {
    keepsSymmetry ? Symmetry(groups: [(0..<threadCount).map { [$0] }]) : .none
  }

  /// The random numbers of each thread are others.
  package var keepsSymmetry: Bool { hasAlikeThreads && ch_met() & UInt32(ch_met_random) == 0 }

  /// Visits one of the executions that differ only in which thread does what. With two threads, to run each execution again
  /// would cost what that saves.
  package func takeThreadsForAlike() {
    guard threadCount > 2 else { return }
    hasAlikeThreads = true
    ch_take_threads_for_alike()
  }

  /// Runs an execution again with other addresses. The results of its threads are not kept.
  package func compareWithOtherAddresses(_ graph: ExecutionGraph) {
    guard graph.isReduced else { return }
    let instances = (0..<threadCount).map { results[$0].instance }
    ch_reverse_arenas(true)
    let isRepeated = (try? graph.repeat(self)) != nil
    let isSame = (0..<threadCount).allSatisfy { ch_reversed(results[$0].instance) == instances[$0] }
    ch_reverse_arenas(false)
    requireRestart()
    if !isRepeated || !isSame { hasAlikeThreads = false }
  }
}

/// Where the memory is that an execution allocates.
enum Arrangement {
  case first
  /// Of two blocks, the one that had the lower address has the higher one.
  case mirrored
  /// As in the first one, but a thread gets the memory that it has freed last.
  case reusing
}

extension InstrumentedProgram where Owner: ~Copyable {
  /// Says, before an exploration, where memory is.
  func arrange(_ arrangement: Arrangement) {
    ch_arrange(arrangement == .mirrored, arrangement == .reusing)
    if hasAlikeThreads { ch_take_threads_for_alike() }
    self.arrangement = arrangement
    loopFinder = nil
  }
}
