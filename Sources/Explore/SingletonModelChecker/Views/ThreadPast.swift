/// What a thread has done that its further steps, or the meaning of its words, depend on.
struct ThreadPast: Hashable {
  var phase = 0
  /// What the thread has read in this phase.
  var read: [UInt] = []
  /// What the thread has kept for itself, keyed by location.
  var kept: [Int: UInt] = [:]
  /// The instances of strangers that the thread has met.
  var strangers: [UInt] = []
  /// The thread's own instances that it may have written to memory.
  var published: Set<UInt> = []
  var added: [Int: Int] = [:]
  var entered: [Int: ThreadAutomaton.Lock] = [:]
  /// What the thread has shown in earlier phases.
  var outcome = ThreadOutcome()

  /// The past after an operation on a location that no other thread accesses.
  func keeping(_ operation: Operation) -> ThreadPast {
    var past = self
    let location = Int(operation.location)
    past.read.append(operation.reads ? kept[location] ?? 0 : 0)
    if operation.kind == .store { past.kept[location] = operation.value }
    return past
  }

  /// The past of the next phase, in which the thread remembers only what it has kept.
  func next(_ outcome: ThreadOutcome) -> ThreadPast {
    var past = self
    past.phase += 1
    past.read = []
    past.strangers = strangers.filter(kept.values.contains)
    past.published = published.filter(kept.values.contains)
    past.outcome = outcome
    return past
  }
}
