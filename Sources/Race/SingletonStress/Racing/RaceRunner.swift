import Dispatch
import SingletonPlatform
import Synchronization

/// Runs a race when its turn has come.
@usableFromInline
func race(
  _ name: String, _ settings: StressSettings, _ kind: RaceKind, roles: Int = 1,
  _ subject: @escaping @Sendable (_ cells: Int, _ threads: Int) -> Subject
) async throws -> StressResult {
  var resolved = try settings.resolved()
  resolved.threads = max(resolved.threads, roles)
  let runner = try RaceRunner(name: name, resolved, kind, roles: roles, subject)
  return try await Turns.take {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Not in this task: a waiting task would occupy one of the few threads of its pool.
        let isStarted = startThread { continuation.resume(with: Result { try runner.run() }) }
        if !isStarted { continuation.resume(throwing: StressError("the race could not start a thread")) }
      }
    } onCancel: {
      runner.cancel()
    }
  }
}

/// One race: its processes or threads, and the watch over them.
final class RaceRunner: Sendable {
  private let name: String
  private let settings: StressSettings
  private let kind: RaceKind
  private let roles: Int
  private let subject: @Sendable (_ cells: Int, _ threads: Int) -> Subject
  private let isCanceled = Atomic(false)

  init(
    name: String, _ settings: StressSettings, _ kind: RaceKind, roles: Int,
    _ subject: @escaping @Sendable (_ cells: Int, _ threads: Int) -> Subject
  ) throws(StressError) {
    self.name = name
    self.settings = settings
    self.kind = kind
    self.roles = roles
    self.subject = subject
    try check()
  }

  private func check() throws(StressError) {
    if kind == .oneTrialPerProcess && settings.isolation == .inProcess {
      throw StressError(
        "what exists once per process is raced in child processes; expected isolation .automatic or .child")
    }
    if kind == .awaitedTrials && settings.requiresOneInitialization {
      throw StressError(
        "the initializations of an awaited accessor cannot be told apart by trial; expected settings without"
          + " requiresOneInitialization")
    }
    if let obstacle = Isolation.obstacle, kind == .oneTrialPerProcess || settings.isolation == .child {
      throw StressError(
        "\(obstacle); "
          + (kind == .oneTrialPerProcess
            ? "write a StressSubject for SingletonStressTesting, which uses exit tests"
            : "expected isolation .automatic or .inProcess"))
    }
  }

  func cancel() { isCanceled.store(true, ordering: .relaxed) }

  func run() throws -> StressResult {
    var stacks: [HangStack] = []
    var nanosecondsInCopies: UInt64?
    if runsInChildren {
      let counts = try RaceCounts(threads: settings.threads)
      var endings = try raceInChildren(counts)
      if endings.crashes > 0 { endings.crashesAlone = try crashesAlone() }
      let mayLackThreads = endings.neverBegan && counts.tally.trials == 0
      guard mayLackThreads && (kind == .oneTrialPerProcess || settings.isolation == .automatic) else {
        return try result(counts, endings, ranInChildren: true)
      }
      stacks = endings.hangStacks
      nanosecondsInCopies = counts.age
      if kind == .oneTrialPerProcess { return try resultOfOneTurnHere(stacks) }
    }
    let counts = try RaceCounts(threads: settings.threads)
    var result = try result(counts, raceHere(kind, settings, counts, stacks), ranInChildren: false)
    result.nanosecondsInCopies = nanosecondsInCopies
    return result
  }

  private func result(_ counts: RaceCounts, _ endings: RaceEndings, ranInChildren: Bool) throws -> StressResult {
    try throwIfCanceled()
    var result = try StressResult(
      name: name, settings: settings, kind: kind, counts, endings, ranInChildren: ranInChildren)
    if ranInChildren && result.verdict != .broken {
      let subject = subject(1, 1)
      defer { subject.deallocate() }
      result.counting = try InstructionCounter.count(subject)
    }
    return result
  }

  /// Returns whether one thread alone crashes in one of the roles, too, so that no race is needed for it. Each role gets as many
  /// trials as one process makes in a moment. Nothing judges their values, which are those of one role.
  private func crashesAlone() throws -> Bool {
    var alone = settings
    (alone.threads, alone.isControlled, alone.duration) = (1, false, .nanoseconds(1))
    let runner = try RaceRunner(name: name, alone, kind, roles: roles, subject)
    return try (0..<roles).contains { role in
      try runner.raceInChildren(RaceCounts(threads: 1), loneRole: role).crashes > 0
    }
  }

  private var runsInChildren: Bool {
    switch settings.isolation {
    case .inProcess: false
    case .child: true
    case .automatic: kind != .awaitedTrials && Isolation.obstacle == nil
    }
  }

  private func throwIfCanceled() throws(CancellationError) {
    if isCanceled.load(ordering: .relaxed) { throw CancellationError() }
  }
}

// MARK: - In children

extension RaceRunner {
  /// The time between two looks at a child.
  private static let pollInterval: Int32 = 20

  private func raceInChildren(_ counts: RaceCounts, loneRole: Int? = nil) throws -> RaceEndings {
    let capture = try StandardErrorCapture()
    defer { capture.discard() }
    Control.warmUp
    var endings = RaceEndings()
    var time = RaceTime(settings, kind)
    var isBroken: Bool { endings.isBroken || counts.firstViolation != nil }
    repeat {
      try throwIfCanceled()
      capture.clear()
      for sign in [SharedMemory.Sign.threadsStarted, .signaledByOthers] {
        counts.shared[sign].store(0, ordering: .relaxed)
      }
      var watchdog = Watchdog(counts.shared)
      var stacks: [HangStack] = []
      // Made here, because the child would wait forever for anything that another thread is creating at this moment.
      let race = Race(settings, kind, time, counts, subject, loneRole: loneRole)
      let before = counts.tally
      if let ending = try runChild(race, counts, capture, &watchdog, endings, &stacks) {
        if ending == .exit(ChildExit.threadsMissing.rawValue) { throw threadsMissing(counts) }
        counts.takeBackUnfreshTrial(since: before)
        endings.add(ending, remark: capture.lastLine)
        if case .outside(let reason) = ending, !isBroken {
          throw StressError("the race was ended by \(reason); nothing was seen before")
        }
      } else {
        endings.addHang(isLate: watchdog.sawHeartbeat, stacks)
        // The time until the child was stopped is lost. If the child had made progress, the hang is rare, and the race
        // looks for it longer.
        time = RaceTime(settings, kind, goesOn: watchdog.sawHeartbeat)
      }
    } while !endings.isHung && !time.isOver(counts, isBroken: isBroken)
    return endings
  }

  private func threadsMissing(_ counts: RaceCounts) -> StressError {
    StressError("\(counts.shared.value(.threadsStarted)) of \(settings.threads) threads could be started; expected all")
  }

  /// Runs one child until it has ended.
  ///
  /// - Parameter stacks: The stacks of the threads that waited, if the child hung.
  /// - Returns: The child's ending, or `nil` if the child hung and had to be stopped.
  private func runChild(
    _ race: Race, _ counts: RaceCounts, _ capture: StandardErrorCapture, _ watchdog: inout Watchdog,
    _ endings: RaceEndings, _ stacks: inout [HangStack]
  ) throws -> ProcessEnding? {
    // The child's end of the pipe closes when it ends, which wakes this thread.
    let pipe = try EngineError.explained("making a pipe", Pipe.init)
    defer { closeDescriptor(pipe.readEnd) }
    let child = try EngineError.explained("copying this process") { () throws(SystemFailure) in
      defer { closeDescriptor(pipe.writeEnd) }
      return try Subprocess(
        forking: { Self.runCopy(race, counts).rawValue }, standardError: capture.descriptor, leadsGroup: true)
    }
    defer { child.killGroup() }
    let startTimeout = endings.startTimeout(settings.hangTimeout)
    var isStopped = false
    while true {
      waitForInput([pipe.readEnd], milliseconds: Self.pollInterval)
      if let ended = child.ended(lostCode: 0, suspended: { isStopped = $0 }) {
        return ProcessEnding(ended.end, isSentByOthers: counts.shared.value(.signaledByOthers) == 1)
      }
      let timeout = watchdog.sawHeartbeat ? settings.hangTimeout : startTimeout
      if watchdog.hasRunOut(timeout, isStopped: isStopped) || isCanceled.load(ordering: .relaxed) {
        stacks = counts.waitingStacks(of: child)
        child.killAndWait()
        return nil
      }
    }
  }

  /// Runs a race in a child, in new threads. The thread that was copied cannot take part: on Linux, `Mutex` and `static
  /// let` store the number of the thread that holds them, and the copied thread would continue to use the number of the
  /// original.
  private static func runCopy(_ race: Race, _ counts: RaceCounts) -> ChildExit {
    counts.shared.noteSignalsOfOthers()
    counts.noteStacks()
    let ended = DispatchSemaphore(value: 0)
    guard race.start(ended: { ended.signal() }) else { return .threadsMissing }
    ended.wait()
    return .done
  }
}

// MARK: - In this process

extension RaceRunner {
  /// - Parameter stacks: The stacks of the threads that waited in a copy that hung.
  private func raceHere(
    _ kind: RaceKind, _ settings: StressSettings, _ counts: RaceCounts, _ stacks: [HangStack]
  ) throws -> RaceEndings {
    var endings = RaceEndings()
    let race = Race(settings, kind, RaceTime(settings, kind), counts, subject) { [self] in
      isCanceled.load(ordering: .relaxed)
    }
    let ended = DispatchSemaphore(value: 0)
    guard race.start(ended: { ended.signal() }) else { throw threadsMissing(counts) }
    var watchdog = Watchdog(counts.shared)
    if !watchdog.wait(for: ended, timeout: settings.hangTimeout) {
      endings.addHang(stacks.isEmpty ? race.waitingStacks : stacks)
    }
    return endings
  }

  /// Calls, in this process, an accessor that never returned in a copy of the process. If it does not return here
  /// either, it is to blame; otherwise it needs threads that a copy lacks.
  private func resultOfOneTurnHere(_ stacks: [HangStack]) throws -> StressResult {
    var brief = settings
    brief.duration = .nanoseconds(1)
    let counts = try RaceCounts(threads: settings.threads)
    let endings = try raceHere(.manyTrials, brief, counts, stacks)
    guard !endings.isHung else { return try result(counts, endings, ranInChildren: false) }
    throw StressError(
      "\(name.harmless) returns in this process but not in a copy of it, which lacks the threads of Dispatch and of"
        + " unstructured tasks; write a StressSubject for SingletonStressTesting, which uses exit tests")
  }
}
