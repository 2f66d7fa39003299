import Dispatch
import Synchronization
import Testing

@testable import SingletonSchedules

@globalActor private actor Vault {
  static let shared = Vault()
}

/// Is on a global actor, and awaits.
@Vault private final class InVault {
  private var made: Thing?
  private let awaits: Bool

  nonisolated init(awaits: Bool) { self.awaits = awaits }

  func current() async -> Thing {
    Vault.assertIsolated()
    if let made { return made }
    if awaits { await Task.yield() }
    Vault.assertIsolated()
    let thing = Thing()
    made = thing
    return thing
  }
}

/// Runs jobs on the actor that it has.
private final class Forwarding: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    Task.detached { unowned.runSynchronously(on: executor) }
  }
}

private actor OnOwnExecutor {
  private let executor = Forwarding()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var made: Thing?

  func current() async -> Thing {
    if let made { return made }
    await Task.yield()
    let thing = Thing()
    made = thing
    return thing
  }
}

/// Runs jobs on a queue of Dispatch.
private final class Queued: SerialExecutor {
  private let queue = DispatchQueue(label: "own")

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    queue.async { unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor OnQueueExecutor {
  private let executor = Queued()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let thing = Thing()

  func current() -> Thing { thing }
}

/// Runs each job at once, on the thread that enqueues it.
private final class Inline: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) { UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor()) }
}

private actor OnInlineExecutor {
  private let executor = Inline()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var made: Thing?
  private let awaits: Bool

  init(awaits: Bool) { self.awaits = awaits }

  func current() async -> Thing {
    if let made { return made }
    if awaits { await Task.yield() }
    let thing = Thing()
    made = thing
    return thing
  }
}

/// Looks, and stores where its tasks prefer to run.
private final class Preferring: Sendable {
  private final class Executor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let unowned = UnownedJob(job)
      let executor = asUnownedTaskExecutor()
      Task.detached { unowned.runSynchronously(on: executor) }
    }
  }

  private final class Memory: Sendable {
    let made = Mutex<Thing?>(nil)
  }

  private let executor = Executor()
  private let memory = Memory()
  private let looksFirst: Bool

  init(looksFirst: Bool) { self.looksFirst = looksFirst }

  private var made: Thing? { memory.made.withLock { $0 } }

  func current() async -> Thing? {
    if looksFirst, let made { return made }
    return await withTaskExecutorPreference(executor) {
      let isThere = withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor.asUnownedTaskExecutor() }
      if !isThere { return nil }
      if !looksFirst, let made { return made }
      let thing = Thing()
      memory.made.withLock { $0 = thing }
      return thing
    }
  }
}

private enum Choice {
  @TaskLocal static var isOwn = false
}

/// Hands out an instance of its own if a task local says so.
private actor PerTask {
  private let thing = Thing()

  func current() -> Thing { Choice.isOwn ? Thing() : thing }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct ExecutorTests {
  @Test func `A global actor is followed`() async throws {
    let sound = try await check(tasks: 2, fresh: { InVault(awaits: false) }, access: { await $0.current() })
    #expect(sound.isProved, "\(sound)")
    let broken = try await check(tasks: 2, fresh: { InVault(awaits: true) }, access: { await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
  }

  @Test func `An executor that makes a task for each job is followed`() async throws {
    let result = try await check(tasks: 2, fresh: { OnOwnExecutor() }, access: { await $0.current() })
    #expect(result.findings == [.instances], "\(result)")
  }

  @Test func `An executor that is a queue of Dispatch decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { OnQueueExecutor() }, access: { await $0.current() })
    #expect(result.verdict == .undecided, "\(result)")
    #expect(result.obstacle?.contains("dispatch_async") == true, "\(result)")
  }

  @Test func `An executor that runs each job at once is followed, and decides nothing without an await`() async throws {
    let broken = try await check(tasks: 2, fresh: { OnInlineExecutor(awaits: true) }, access: { await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
    let sound = try await check(tasks: 2, fresh: { OnInlineExecutor(awaits: false) }, access: { await $0.current() })
    #expect(sound.verdict == .undecided, "\(sound)")
  }

  @Test func `A switch to an executor that a task prefers is a choice`() async throws {
    let broken = try await check(tasks: 2, fresh: { Preferring(looksFirst: true) }, access: { await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
    // It runs on no actor, so that nothing is proved.
    let sound = try await check(tasks: 2, fresh: { Preferring(looksFirst: false) }, access: { await $0.current() })
    #expect(sound.findings.isEmpty, "\(sound)")
  }

  @Test func `Tasks of different priorities have any order, and those of one keep theirs`() async throws {
    let any = try await check(tasks: 2, fresh: { Prioritized() }) { await $0.current(.low, .high) }
    #expect(any.findings == [.nilResults] && any.counts[.nilResults, default: 0] < any.schedules, "\(any)")
    let one = try await check(tasks: 2, fresh: { Prioritized() }) { await $0.current(.low, .low) }
    #expect(one.isProved, "\(one)")
  }

  @Test func `Task locals are passed on to tasks, and not to detached ones`() async throws {
    let result = try await check(tasks: 2, fresh: { PerTask() }) { owner in
      await Choice.$isOwn.withValue(true) {
        let own = await Task { await owner.current() }.value
        let common = await Task.detached { await owner.current() }.value
        return own !== common ? common : nil
      }
    }
    #expect(result.isProved, "\(result)")
  }

  @Test func `Task locals are those of the task`() async throws {
    let result = try await check(tasks: 2, fresh: { PerTask() }) { owner in
      let first = await owner.current()
      let own = await Choice.$isOwn.withValue(true) { await owner.current() }
      let last = await owner.current()
      return first === last && first !== own ? first : nil
    }
    #expect(result.isProved, "\(result)")
  }

  @Test func `Tasks made on an actor run there in the order in which they were made`() async throws {
    let result = try await check(tasks: 2, fresh: { Ordered() }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }
}

/// Makes two tasks on itself, the first of which builds, and waits for the second.
private actor Ordered {
  private var made: Thing?

  func current() async -> Thing? {
    Task { if made == nil { made = Thing() } }
    return await Task { made }.value
  }
}

/// Makes two tasks on itself, the first of which builds, each with a priority that it must have.
private actor Prioritized {
  private var made: Thing?

  func current(_ first: TaskPriority, _ second: TaskPriority) async -> Thing? {
    Task(priority: first) { if made == nil { made = Thing() } }
    return await Task(priority: second) { Task.currentPriority >= second ? made : Thing() }.value
  }
}
