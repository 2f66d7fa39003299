/// What the graph keeps for each location.
struct LocationRecord {
  var initialValue: UInt = 0
  /// For each thread the index + 1 of its last access; 0 where there is none.
  var last = VectorClock()
  /// The ends of modification order; `initial` where nobody has written.
  var latestWrite: EventID = .initial
  var firstWrite: EventID = .none
  /// The rank of what was latest when time passed: nobody sees or writes anything older any more.
  var coherenceBound: UInt16 = 0
  /// Whether a plain access, or a `free`, has ever been seen. Stays set when the access is removed: it only says where
  /// races and uses after free have to be looked for.
  var hasPlain = false
  var hasPlainWrite = false
  var hasFree = false
}
