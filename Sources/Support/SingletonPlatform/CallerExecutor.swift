internal import Dispatch
import Synchronization

/// An executor that runs the tasks of one calling thread on that thread, which waits for jobs and runs them one after
/// the other.
@usableFromInline package final class CallerExecutor: TaskExecutor {
  private let ready = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)
  /// The address of the task that the thread runs, or 0.
  package let task = Atomic<UInt>(0)

  @usableFromInline package init() {}

  @usableFromInline package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    ready.withLock { $0.append(job) }
    count.signal()
  }

  /// Starts a task and runs jobs until the task is done.
  @usableFromInline package func run<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R {
    // Unsafe: apart from the body, only this thread uses the task's result.
    nonisolated(unsafe) var result: R?
    Task(executorPreference: self) {
      // Unsafe: an `UnsafeCurrentTask` has one word, which is the address of its task.
      withUnsafeCurrentTask { self.task.store(unsafeBitCast($0, to: UInt.self), ordering: .relaxed) }
      result = await body()
      self.task.store(0, ordering: .relaxed)
    }
    while true {
      if let result { return result }
      count.wait()
      ready.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
