import CSingletonSchedules

/// A job that can run next.
struct ReadyJob {
  let job: UnsafeMutableRawPointer
  let executor: cs_executor
  /// The number of its task in the schedule, from 1. A job that only resumes a task has the task's number.
  let task: Int
  /// The virtual time at which it can run, or `nil` if it need not wait.
  let deadline: UInt64?
  /// Whether it takes its place among those of its executor only when it runs. See ``Scheduler/options``.
  let isUnordered: Bool
  /// Whether no code of the program has run in its task yet.
  let isFirst: Bool
  /// Whether the check itself has made it, which starts a caller.
  let startsCaller: Bool

  var isOnActor: Bool { executor.identity != nil }

  /// Whether the job and a later one run in the order in which they were enqueued.
  func precedes(_ later: ReadyJob) -> Bool {
    isOnActor && executor.identity == later.executor.identity && !isUnordered && !later.isUnordered
      && cs_priority(job) == cs_priority(later.job)
  }
}
