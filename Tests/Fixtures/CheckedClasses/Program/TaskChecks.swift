import Dispatch
import InstrumentedTasks
import SingletonSchedules

/// Checks by tasks, in a program that checks by threads, too.
enum TaskChecks {
  static func run() {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await print("beside", tasks: { CountingBeside() }) { await $0.counted() }
      await print("inside", tasks: { CountingInside() }) { await $0.counted() }
      isDone.signal()
    }
    isDone.wait()
  }

  private static func print<Owner: Sendable>(
    _ name: String, tasks fresh: @escaping @Sendable () -> Owner,
    access: @escaping @Sendable (Owner) async -> InstrumentedTasks.Thing
  ) async {
    do {
      let result = try await SingletonSchedules.check(tasks: 2, fresh: fresh, access: access)
      Swift.print("\(name): \(result.verdict), \(result.findings.map(\.rawValue).joined())")
    } catch { Swift.print("\(name): \(error)") }
  }
}
