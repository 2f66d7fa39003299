/// The counts of an execution graph.
struct GraphState {
  /// Events in each thread.
  var counts = VectorClock()
  var locationCount = 0
  var lastStamp: UInt32 = 0
  var lastSerial: UInt64 = 0
  /// The last stamp when time passed: what has it, or an earlier one, stays as it is. 0 where no time has passed.
  var lastSettled: UInt32 = 0
  /// How many sequentially consistent accesses and fences were ever added: without one there is no psc.
  var hasSequentiallyConsistent = false
}
