import SingletonModelChecker

/// The registers and instruction counters of all threads of a litmus program, and what they depend on.
///
/// They are plain words in memory that this object owns and whose size does not change. An array in a class would cost
/// an exclusivity check at every step.
final class LitmusRegisters {
  private let threads: UnsafeMutablePointer<LitmusThread>
  private let values: UnsafeMutablePointer<UInt?>
  /// For each register, the reads from which its value was computed.
  private let origins: UnsafeMutablePointer<UInt64>
  /// The index of each thread's first register, followed by the total number of registers.
  private let starts: [Int]

  init(registersOfThreads counts: [Int]) {
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let total = starts[counts.count]
    threads = .allocate(capacity: counts.count)
    threads.initialize(repeating: LitmusThread(), count: counts.count)
    values = .allocate(capacity: total)
    values.initialize(repeating: nil, count: total)
    origins = .allocate(capacity: total)
    origins.initialize(repeating: 0, count: total)
  }

  deinit {
    threads.deallocate()
    values.deallocate()
    origins.deallocate()
  }

  func clear(_ thread: Int) {
    threads[thread] = LitmusThread()
    for place in starts[thread]..<starts[thread + 1] { (values[place], origins[place]) = (nil, 0) }
  }

  /// The state of a thread beside its registers.
  @inline(__always)
  subscript(thread: Int) -> LitmusThread {
    get { threads[thread] }
    _modify { yield &threads[thread] }
  }

  /// The value of a register, or `nil` if it was never set.
  @inline(__always)
  subscript(thread: Int, register: Int) -> UInt? { values[starts[thread] + register] }

  /// Sets a register to a value that was computed from these reads.
  @inline(__always)
  func set(_ register: Int, of thread: Int, to value: UInt, from origin: UInt64) {
    (values[starts[thread] + register], origins[starts[thread] + register]) = (value, origin)
  }

  /// The reads from which a register's value was computed; none if there is no register.
  @inline(__always)
  func origin(_ thread: Int, _ register: Int) -> UInt64 { register < 0 ? 0 : origins[starts[thread] + register] }
}

/// How far a thread of a litmus program is. Reads are bits of a set, as in ``Dependencies``.
struct LitmusThread {
  /// The number of instructions that the thread has begun or skipped.
  var counter = 0
  /// The last access or fence.
  var last = Operation.fence(.relaxed)
  /// The number of events before it.
  var events = 0
  /// The reads that a branch has tested: a `SKIP`, or the loop of a wait.
  var tested: UInt64 = 0
}
