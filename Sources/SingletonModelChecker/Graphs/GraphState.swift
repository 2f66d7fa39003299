/// The counters of an execution graph, which are saved and restored together with it.
struct GraphState {
  /// The number of events of each thread.
  var counts = VectorClock()
  var locationCount = 0
  var lastStamp: UInt32 = 0
  var lastSerial: UInt64 = 0
  /// The last stamp assigned before time last passed: events up to it no longer change. 0 if no time has passed.
  var lastSettled: UInt32 = 0
  /// Whether a sequentially consistent access or fence was ever added; without one, psc is empty.
  var hasSequentiallyConsistent = false
}
