/// A program under check: threads that can be restarted and advanced one step at a time.
///
/// A thread must be deterministic: what it does is a function of the values it was given, and of nothing that another
/// thread or an earlier run has left behind. So values are words, identities are names such as (thread, ordinal), and
/// whatever a thread keeps is kept for that thread alone. A thread that breaks this is found out at its next replay.
package protocol Program: AnyObject {
  /// At most `ExecutionGraph.threadLimit`.
  var threadCount: Int { get }

  /// The threads that must have finished before `thread` starts: everything they did happens before everything it does.
  /// Empty: it starts at once, after the initial writes.
  func predecessors(of thread: Int) -> [Int]

  /// What a location holds before anybody has written. Asked once for each location, when it first occurs.
  func initialValue(of location: Int) -> UInt

  /// Takes `thread` back to its beginning. The others stay where they are.
  func restart(_ thread: Int)

  /// Runs `thread` up to its next operation.
  ///
  /// - Parameter value: what its last operation read: for a compare-exchange or an exchange the old value, for a store or
  ///   a fence 0, as at the beginning. A wait that has reached its limit gets a value that does not fulfil its condition.
  func advance(_ thread: Int, with value: UInt) -> Step
}
