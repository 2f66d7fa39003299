import CSingletonSchedules

/// A job that pauses before a lock or an atomic, so that others can come between. It is on a stack of its own.
struct PausedJob {
  let job: ReadyJob
  let stack: Int32
  /// What it has enqueued so far.
  let arrivals: MissedArrivals.Running

  /// Whether it waits for no lock that is held.
  var canGoOn: Bool { cs_can_go_on(stack) }
  /// The addresses of the code that goes on, of the one to which that returns, and so on.
  var codes: [UInt] {
    var count: Int32 = 0
    let codes = cs_paused_code(stack, &count)
    return UnsafeBufferPointer(start: codes, count: Int(count)).map { UInt($0) }.filter { $0 != 0 }
  }
}

/// What a schedule can go on with: a job that is ready or one that pauses, by its index.
enum Turn {
  case ready(Int)
  case paused(Int)
}
