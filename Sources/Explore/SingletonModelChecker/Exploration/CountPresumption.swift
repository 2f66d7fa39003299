/// The presumption that counters have enough left, so that the order of their updates does not matter.
///
/// Threads that retain and release an object update its count in every order, of which there are more than of anything
/// else, and as a rule all of them go on in the same way: as long as enough is left, a retain finds the object alive and a
/// release is not the last. Under the presumption, an access to a counter is an event that reads and writes nothing, and
/// its thread goes on as if enough were left. At the end of each run, each such event is examined: if in any order of
/// the events too little may be left when it comes, the presumption does not hold, and the exploration stops without a
/// result. If it holds in all runs, the executions that were visited are those of the program, without the order of the
/// updates:
/// - Of each execution of the program, take the accesses to counters in an order of steps in which it can happen. Up to
///   the first that finds too little, all threads have gone on as presumed. What has happened until then is part of an
///   execution under the presumption, because fewer edges forbid less, and it goes on to one that is visited. There, the
///   events that came before are one of the sets that are examined: so there is no such access.
/// - So each execution of the program is one under the presumption once the edges between its accesses to counters are
///   left out. Of these edges, happens-before is not kept: a data race found here may be none. What is *not* found here is in
///   no execution of the program.
///
/// A counter is accessed in no other way; if it is, the presumption does not hold.
package final class CountPresumption {
  /// What is fed to a thread: more than anything relies on.
  static let value: UInt = 1 << 32

  /// Whether the exploration has shown that too little may be left, or that a counter is no counter.
  package private(set) var hasFailed = false
  private var counters: Set<Int32> = []
  private var others: Set<Int32> = []

  /// Notes an operation.
  ///
  /// - Returns: Whether the presumption still stands.
  func allows(_ operation: Operation) -> Bool {
    if operation.kind == .fence { return true }
    if operation.reliance == .value {
      others.insert(operation.location)
      hasFailed = hasFailed || counters.contains(operation.location)
    } else {
      counters.insert(operation.location)
      hasFailed = hasFailed || others.contains(operation.location) || operation.condition != .always
    }
    return !hasFailed
  }

  /// Returns whether enough is left at each access to a counter, in every order of the events.
  ///
  /// Before an access come the events on which it depends and, of the others that do not depend on it, any first ones of
  /// each thread. These sets include all in which each event comes after those on which it depends.
  func holds(in graph: ExecutionGraph) -> Bool {
    guard !counters.isEmpty else { return true }
    let accesses = graph.eventIDs.filter { graph.at($0).pointee.operation.reliance != .value }
    hasFailed = !accesses.allSatisfy { isEnoughLeft(at: $0, accesses, graph) }
    return !hasFailed
  }

  private func isEnoughLeft(at id: EventID, _ accesses: [EventID], _ graph: ExecutionGraph) -> Bool {
    let event = graph.at(id)
    var left = Int(bitPattern: graph.locations[event.pointee.location].initialValue)
    for thread in 0..<graph.threadCount {
      var (sum, least) = (0, 0)
      for other in accesses where other.thread == thread && graph.at(other).pointee.location == event.pointee.location {
        if event.pointee.prefix.contains(other) {
          if other != id { left += graph.at(other).pointee.operation.change }
        } else if !graph.at(other).pointee.prefix.contains(id) {
          sum += graph.at(other).pointee.operation.change
          least = min(least, sum)
        }
      }
      left += least
    }
    return left > (event.pointee.operation.reliance == .severalLeft ? 1 : 0)
  }
}

extension Operation {
  /// What an access to a counter adds to it if enough is left.
  fileprivate var change: Int {
    guard kind == .readModifyWrite else { return 0 }
    return update == .add ? Int(bitPattern: value) : 1
  }
}
