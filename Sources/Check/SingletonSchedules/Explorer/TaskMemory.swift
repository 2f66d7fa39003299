import CSingletonSchedules

/// The parts of memory from which tasks allocate, so that what a task allocates is in the same place in each schedule in
/// which the task does the same, whatever others do.
struct TaskMemory {
  /// A task, by the part of the task that made it and the number of those that this one had made before.
  private struct Name: Hashable {
    let parent: Int32
    let index: Int
  }

  /// The part of an owner, of what is common to all tasks, and of what the check does in their name.
  static let common: Int32 = 1

  private var parts: [Int: Int32] = [:]
  private var childCounts: [Int32: Int] = [:]
  /// The parts of all tasks of all schedules.
  private var named: [Name: Int32] = [:]

  /// Begins a schedule.
  mutating func begin() {
    (parts, childCounts) = ([:], [:])
  }

  func part(of task: Int) -> Int32 { parts[task] ?? Self.common }

  /// Adds a task, and gives it a number that depends only on who made it.
  mutating func add(_ task: Int, madeBy maker: Int, _ job: UnsafeMutableRawPointer) {
    let parent = part(of: maker)
    let name = Name(parent: parent, index: childCounts[parent, default: 0])
    childCounts[parent, default: 0] += 1
    // Tasks beyond the last part share it. Their addresses then depend on the order of jobs, so that fewer states are equal.
    let last = Int32(cs_last_part)
    let part = named[name] ?? min(Self.common + 1 + Int32(named.count), last)
    named[name] = part
    parts[task] = part
    if part < last { cs_number_task(job, 0xf000_0000 + UInt32(part)) }
  }
}

/// Runs code of the program, or code of the check whose memory belongs to the schedule.
func inSchedule<Result>(_ body: () -> Result) -> Result { allocating(from: TaskMemory.common, body) }

/// Runs code of the check whose memory outlives the schedule.
func inCheck<Result>(_ body: () -> Result) -> Result { allocating(from: 0, body) }

private func allocating<Result>(from part: Int32, _ body: () -> Result) -> Result {
  let before = cs_allocate_for(part)
  defer { cs_allocate_for(before) }
  return body()
}
