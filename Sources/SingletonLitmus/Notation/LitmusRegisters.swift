/// The registers and instruction counters of all threads of a litmus program.
///
/// They are plain words in memory that this object owns and whose size does not change. An array in a class would cost
/// an exclusivity check at every step.
final class LitmusRegisters {
  private let counters: UnsafeMutablePointer<Int>
  private let values: UnsafeMutablePointer<UInt?>
  /// The index of each thread's first register, followed by the total number of registers.
  private let starts: [Int]

  init(registersOfThreads counts: [Int]) {
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let total = starts[counts.count]
    counters = .allocate(capacity: counts.count)
    counters.initialize(repeating: 0, count: counts.count)
    values = .allocate(capacity: total)
    values.initialize(repeating: nil, count: total)
  }

  deinit {
    counters.deallocate()
    values.deallocate()
  }

  func clear(_ thread: Int) {
    counters[thread] = 0
    for place in starts[thread]..<starts[thread + 1] { values[place] = nil }
  }

  /// Returns the number of instructions that the thread has begun or skipped.
  @inline(__always)
  func counter(of thread: Int) -> Int { counters[thread] }

  @inline(__always)
  func move(_ thread: Int, by count: Int) { counters[thread] += count }

  /// The value of a register, or `nil` if it was never set.
  @inline(__always)
  subscript(thread: Int, register: Int) -> UInt? {
    get { values[starts[thread] + register] }
    set { values[starts[thread] + register] = newValue }
  }
}
