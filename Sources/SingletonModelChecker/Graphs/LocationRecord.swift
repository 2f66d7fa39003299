/// The state that the graph keeps for each location.
struct LocationRecord {
  var initialValue: UInt = 0
  /// For each thread, the index + 1 of its last access, or 0.
  var last = VectorClock()
  /// The last write in coherence order; `initial` if there is none.
  var latestWrite: EventID = .initial
  /// The first write in coherence order after the initial one; `none` if there is none.
  var firstWrite: EventID = .none
  /// The rank of the latest write when time last passed: no later access observes or precedes an older write.
  var coherenceBound: UInt16 = 0
  /// Whether a plain access was ever added.
  ///
  /// This and the next two flags remain set when the access is removed, because they only narrow the search for data
  /// races and uses after free.
  var hasPlain = false
  /// Whether a plain write was ever added.
  var hasPlainWrite = false
  /// Whether a `free` was ever added.
  var hasFree = false
}
