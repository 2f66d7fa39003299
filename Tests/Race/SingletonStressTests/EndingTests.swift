import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStress
import SingletonStressReports
import SingletonTextFormats
import Synchronization
import TestSupport
import Testing

@Suite(.copiesThisProcess) struct `Accessors that end or never come back` {
  @Test func `a trap is a result, with the last words of the process`() async throws {
    let result = try await stress {
      GivingUpOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict == .broken && result.crashes > 0 && result.trials == 0)
    #expect(result.crashMessages.contains { $0.contains("the accessor gave up") }, "\(result)")
    #expect(result.description.contains(", and so did one thread alone: no race is needed for it;"), "\(result)")
  }

  @Test func `a crash has the stack of its thread, from the code that failed to the accessor`() async throws {
    let result = try await stress {
      DeepOwner()
    } access: {
      $0.thing
    }
    #expect(result.crashes > 0, "\(result)")
    let line = DeepOwner.line
    let stack = [
      "DeepOwner.giveUp() (EndingTests.swift:\(line + 4))", "DeepOwner.thing.getter (EndingTests.swift:\(line + 1))",
    ]
    #expect(Array(result.crashStack.prefix(2)) == stack, "\(result)")
    #expect(result.description.contains(") in " + stack.joined(separator: ", called by ")), "\(result)")
  }

  @Test func `a race that does not crash has no stack`() async throws {
    let result = try await stress {
      LockedOwner()
    } access: {
      $0.thing()
    }
    #expect(result.crashStack.isEmpty && result.hangStacks.isEmpty)
  }

  @Test func `a crash that needs two threads is not one thread's`() async throws {
    let result = try await stress {
      CountingOwner()
    } access: {
      $0.thing
    }
    #expect(result.crashes > 0 && result.crashesAlone == false, "\(result)")
    #expect(!result.description.contains("one thread alone"))
  }

  @Test func `a deadlock is a result once it has come again`() async throws {
    let settings = StressSettings(hangTimeout: .milliseconds(700))
    let result = try await stress(settings: settings) {
      DeadlockedOwner()
    } access: {
      $0.thing
    }
    #expect(result.isHung && result.verdict == .broken, "\(result)")
    #expect(result.description.contains("hung, without progress for 700ms"))
  }

  @Test func `a hang has the stacks of those who wait, without those of the race`() async throws {
    let settings = StressSettings(isolation: .child, hangTimeout: .milliseconds(300))
    let result = try await stress(settings: settings) {
      SpinningOwner()
    } access: {
      $0.thing
    }
    #expect(!result.hangStacks.isEmpty && result.description.contains(": waiting in "), "\(result)")
    for stack in result.hangStacks { #expect(stack.contains("SpinningOwner.thing.getter"), "\(stack)") }
  }

  @Test func `a cycle of initializers is named`() async throws {
    let settings = StressSettings(hangTimeout: .milliseconds(300))
    let result = try await stressOncePerProcess(settings: settings) { CyclicTheme.shared }
    #expect(
      result.description.contains(
        "hung, without progress for 300ms: the initializer of CyclicSettings.shared waits for CyclicTheme.shared, whose"
          + " initializer waits for CyclicSettings.shared"), "\(result)")
  }

  @Test func `what waits for itself once per process is a deadlock, here as in a copy`() async throws {
    let result = try await stressOncePerProcess(settings: StressSettings(hangTimeout: .milliseconds(300))) {
      OnceWaiting.thing
    }
    #expect(result.isHung && result.verdict == .broken, "\(result)")
    #expect(!result.description.contains("Dispatch"))
  }

  @Test func `a race that is killed from outside has no result`() async throws {
    let error = await #expect(throws: StressError.self) {
      try await stress {
        LockedOwner()
      } access: { owner in
        kill(getpid(), SIGKILL)
        return owner.thing()
      }
    }
    #expect(error?.description.contains("SIGKILL from outside, as from a system that is short of memory") == true)
  }

  /// A signal that a fault of the accessor could have raised, sent by another process.
  @Test(arguments: [SIGABRT, SIGSEGV, SIGILL])
  func `a race that another process ends has no result`(signal: Int32) async throws {
    let error = await #expect(throws: StressError.self) {
      try await stress {
        LockedOwner()
      } access: { owner in
        let victim = getpid()
        if let killer = try? Subprocess(forking: { kill(victim, signal) }) {
          _ = killer.ended(lostCode: 0, waits: true)
        }
        return owner.thing()
      }
    }
    #expect(error?.description.contains("\(signalName(signal)) from outside") == true)
  }

  @Test func `a race that is stopped for longer than its timeout is not hung`() async throws {
    let settings = StressSettings(duration: .milliseconds(500), isolation: .child, hangTimeout: .milliseconds(200))
    let isStopped = try SharedMemory(threads: 1, byteCount: 64)
    defer { isStopped.unmap() }
    let result = try await stress(settings: settings) {
      LockedOwner()
    } access: { owner in
      // Once in all processes: a copy lets this one go on.
      if isStopped[.threadsStarted].exchange(1, ordering: .relaxed) == 0 {
        let victim = getpid()
        _ = try? Subprocess(forking: {
          kill(victim, SIGSTOP)
          usleep(900_000)
          return kill(victim, SIGCONT)
        })
      }
      return owner.thing()
    }
    #expect(!result.isHung && result.verdict != .broken, "\(result)")
  }

  /// Not within a day.
  private static let endless = Duration.seconds(86_400)

  @Test func `a race whose task is canceled ends`() async throws {
    let settings = StressSettings(duration: Self.endless, isolation: .inProcess)
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let race = Task {
      try await stress(named: "canceled", settings: settings) {
        LockedOwner()
      } access: { owner in
        begin.finish()
        return owner.thing()
      }
    }
    for await _ in began {}
    race.cancel()
    await #expect(throws: CancellationError.self) { try await race.value }
  }

  @Test func `a race in a child whose task is canceled ends`() async throws {
    let settings = StressSettings(duration: Self.endless, isolation: .child)
    let shared = try SharedMemory(threads: 1, byteCount: 64)
    defer { shared.unmap() }
    let race = Task {
      try await stress(named: "canceled", settings: settings) {
        LockedOwner()
      } access: { owner in
        shared.beat()
        return owner.thing()
      }
    }
    while shared.value(.heartbeat) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    race.cancel()
    await #expect(throws: CancellationError.self) { try await race.value }
  }

  @Test func `a race that is canceled before its turn does not wait for it`() async throws {
    try await Turns.take {
      let race = Task {
        try await stress(named: "waiting") {
          LockedOwner()
        } access: {
          $0.thing()
        }
      }
      race.cancel()
      await #expect(throws: CancellationError.self) { try await race.value }
    }
  }

  @Test func `a race in this process asks here, and drops every owner`() async throws {
    let (alive, here) = (Alive(), getpid())
    let settings = StressSettings(duration: .milliseconds(50), isolation: .inProcess)
    let result = try await stress(named: "here", settings: settings) {
      Living(alive)
    } access: {
      getpid() == here ? $0.thing : nil
    }
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
    #expect(alive.made.load(ordering: .relaxed) == result.trials)
    #expect(alive.ended.load(ordering: .relaxed) == result.trials)
  }
}

@Suite struct `Accessors that take long are not hung` {
  /// The trials of 32 owners take longer than the timeout.
  private static let settings = StressSettings(duration: .milliseconds(20), hangTimeout: .milliseconds(500))

  @Test(.copiesThisProcess) func `an initializer that sleeps`() async throws {
    let result = try await stress(settings: Self.settings) {
      SleepingOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
  }

  @Test func `slow trials have short turns, so that a race ends when its time is over`() async throws {
    var settings = Self.settings
    settings.isolation = .inProcess
    let result = try await stress(settings: settings) {
      SleepingOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
    // In a second, there is time for 50.
    #expect(result.trials < 100)
  }

  @Test(.copiesThisProcess) func `a queue, whose threads a copy lacks, is tried in this process`() async throws {
    // From now on, Dispatch has a thread, which it believes to have in a copy, too.
    _ = QueueOwner().thing
    let result = try await stress(settings: StressSettings(hangTimeout: .milliseconds(300))) {
      QueueOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
  }

  @Test(.copiesThisProcess) func `a race that ran in this process because its copies hung says so`() async throws {
    let here = getpid()
    let result = try await stress(settings: StressSettings(hangTimeout: .milliseconds(300))) {
      LockedOwner()
    } access: { owner in
      while getpid() != here { usleep(100_000) }
      return owner.thing()
    }
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
    #expect(result.description.contains(" s in this process, after copies of it, which lack the threads"), "\(result)")
  }

  @Test(.copiesThisProcess) func `a task once per process, which no copy can run, is not raced`() async throws {
    do {
      let result = try await stressOncePerProcess(
        named: "task", settings: StressSettings(hangTimeout: .milliseconds(300))
      ) { OnceByTask.thing }
      // The threads for tasks of this process, which also run tests, were busy for longer than that.
      #expect(result.isHung && result.trials == 0, "\(result)")
    } catch let error as StressError {
      #expect(error.description.contains("write a StressSubject for SingletonStressTesting"))
    }
  }
}

/// Ends the process in a function that the accessor calls.
private final class DeepOwner: Sendable {
  static let line = #line
  var thing: Thing { giveUp() }

  @inline(never) private func giveUp() -> Thing {
    guard getpid() == 0 else { fatalError("deep in the accessor") }
    return Thing()
  }
}

/// Ends the process if a second thread asks.
private final class CountingOwner: Sendable {
  private let callers = Atomic(0)
  private let made = Thing()

  var thing: Thing {
    precondition(callers.add(1, ordering: .relaxed).newValue == 1, "a second caller")
    return made
  }
}

private final class Alive: Sendable {
  let made = Atomic<UInt64>(0)
  let ended = Atomic<UInt64>(0)
}

private final class Living: Sendable {
  private let alive: Alive
  let thing = Thing()

  init(_ alive: Alive) {
    self.alive = alive
    alive.made.wrappingAdd(1, ordering: .relaxed)
  }

  deinit { alive.ended.wrappingAdd(1, ordering: .relaxed) }
}

@Suite struct `What cannot be raced, and why` {
  @Test(arguments: [
    (StressSettings(threads: 1), "1 thread cannot be raced; expected from 2 to 1024"),
    (StressSettings(threads: 2_000), "2,000 threads cannot be raced; expected from 2 to 1024"),
    (StressSettings(duration: .zero), "a race cannot take 0.0 seconds; expected more than nothing and at most a day"),
    (
      StressSettings(hangTimeout: .seconds(-1)),
      "a hang timeout cannot be -1.0 seconds; expected more than nothing and at most a day"
    ),
    (
      StressSettings(initializerCost: .seconds(-1)),
      "an initializer cannot wait for -1.0 seconds; expected nothing or more, and at most a day"
    ),
  ]) func `impossible settings`(settings: StressSettings, message: String) async throws {
    let error = await #expect(throws: StressError.self) {
      try await stress(settings: settings) {
        LockedOwner()
      } access: {
        $0.thing()
      }
    }
    #expect(error?.description == message)
  }

  @Test(.enabled(if: Isolation.obstacle != nil, "this process can be copied"))
  func `what exists once per process, where that cannot be copied`() async throws {
    let error = await #expect(throws: StressError.self) { try await stressOncePerProcess { Once.thing } }
    #expect(error?.description.contains("write a StressSubject for SingletonStressTesting") == true)
  }

  @Test func `what exists once per process, within one`() async throws {
    let error = await #expect(throws: StressError.self) {
      try await stressOncePerProcess(settings: StressSettings(isolation: .inProcess)) { Once.thing }
    }
    #expect(error?.description.contains("expected isolation .automatic or .child") == true)
  }

  private func expectRefusal(of error: StressError?) {
    #expect(
      error?.description.contains("returns a value, such as a struct, as AnyObject") == true,
      "\(error?.description ?? "-")")
    #expect(error?.description.contains("expected an instance of a class") == true)
  }

  @Test func `a struct behind a protocol, of which each access makes an object`() async {
    expectRefusal(
      of: await #expect(throws: StressError.self) {
        try await stress {
          ServiceOwner(CopiedService())
        } access: {
          $0.service as AnyObject
        }
      })
  }

  @Test(.copiesThisProcess) func `a struct that exists once per process, of which each access makes an object`() async {
    expectRefusal(
      of: await #expect(throws: StressError.self) {
        try await stressOncePerProcess(named: "service") { Once.service as AnyObject }
      })
  }

  @Test(.copiesThisProcess) func `a class without Probe, of which one initialization is demanded, says so`()
    async throws
  {
    let result = try await stressOncePerProcess(named: "thing", settings: .oneInitialization) { Once.thing }
    #expect(result.weakness == .notFresh && result.lacksInitialization, "\(result)")
    #expect(result.description.contains("or its class does not call Probe"))
  }
}

@Suite struct `Trials that do not begin anew` {
  @Test func `an owner that is handed out twice proves nothing`() async throws {
    let owner = Living(Alive())
    let result = try await stress(named: "again") {
      owner
    } access: {
      $0.thing
    }
    #expect(result.weakness == .notFresh && result.hasCommonInstance, "\(result)")
    #expect(result.description.contains("Make a new owner in each call of fresh"))
  }

  @Test func `a static let is not raced by new owners`() async throws {
    let result = try await stress(named: "static let") {
    } access: {
      Once.thing
    }
    #expect(result.weakness == .notFresh && result.hasCommonInstance, "\(result)")
  }

  @Test func `an instance of each thread is not for lack of owners`() async throws {
    let result = try await stress(named: "per thread", settings: StressSettings(isolation: .inProcess)) {
    } access: {
      PerThread.thing
    }
    #expect(result.verdict == .broken && result.hasCommonInstance && result.mostInstances == 2, "\(result)")
    #expect(result.advice(test: "T").hasSuffix(". To see it again: swift test --filter T"))
  }

  @Test(.copiesThisProcess) func `a crash is not for lack of owners`() async throws {
    let owner = WornOutOwner()
    let result = try await stress(named: "worn out") {
      owner
    } access: {
      $0.thing
    }
    #expect(result.crashes > 0 && result.hasCommonInstance, "\(result)")
    #expect(result.advice(test: "T") == "To see it again: swift test --filter T")
  }
}

@Suite struct `Names of races` {
  @Test func `a name with a line break stays in its sentence`() async throws {
    let result = try await stress(named: "the\ncache") {
      LockedOwner()
    } access: {
      $0.thing()
    }
    #expect(result.description.hasPrefix("the\\ncache"), "\(result)")
    #expect(!result.description.contains("\n"))
  }
}

@Suite struct `Reports of races` {
  @Test func `a result is a report that reads back`() async throws {
    try expectReport(
      of: await stress(named: "Locked.thing") {
        LockedOwner()
      } access: {
        $0.thing()
      })
    try expectReport(
      of: await stress(named: "Trying.thing") {
        TryingOwner()
      } access: {
        $0.thing
      })
  }

  private func expectReport(of result: StressResult) throws {
    let folder = try TemporaryFolder()
    try folder.write(result.csv, to: "result.csv")
    var reader = try RowReader.report(folder("result.csv"))
    let rows = try reader.rows()
    let row = try #require(rows.first)
    #expect(rows.count == 1 && row.key.strategy == result.name && row.key.threads == 2)
    let verdicts: [StressVerdict: Verdict.Kind] = [.sound: .safe, .broken: .unsafe, .tooWeak: .unknown]
    #expect(row.verdict.kind == verdicts[result.verdict])
    #expect(row.measured?.tally[.trials] == result.trials)
  }
}
