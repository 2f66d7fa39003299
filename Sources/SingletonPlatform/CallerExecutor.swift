internal import Dispatch
import Synchronization

/// An executor that runs the tasks of one calling thread on that thread, which drains a queue of ready jobs.
@usableFromInline package final class CallerExecutor: TaskExecutor {
  private let ready = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  @usableFromInline package init() {}

  @usableFromInline package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    ready.withLock { $0.append(job) }
    count.signal()
  }

  /// Starts a task and runs jobs until the task is done.
  @usableFromInline package func run<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R {
    let done = Completion<R>()
    Task(executorPreference: self) {
      let value = await body()
      done.fill(value)
      self.count.signal()
    }
    while true {
      if let value = done.value { return value }
      count.wait()
      let job = ready.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// The result of a task, for the thread that waits for it.
private final class Completion<R: Sendable>: Sendable {
  private let result = Mutex<R?>(nil)

  var value: R? { result.withLock { $0 } }
  func fill(_ value: R) { result.withLock { $0 = value } }
}
