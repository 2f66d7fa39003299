import Dispatch
import SingletonCore
import SingletonPlatform
import SingletonStressEngine
import Synchronization

/// Runs a race when its turn has come.
@usableFromInline
func race(
  _ name: String, _ settings: StressSettings, _ kind: RaceKind, _ subject: @escaping @Sendable (_ cells: Int) -> Subject
) async throws -> StressResult {
  let runner = try RaceRunner(name: name, settings.resolved(), kind, subject)
  return try await Turns.take {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A thread of its own: a task that waits would occupy one of the few threads of its pool.
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
  private let subject: @Sendable (_ cells: Int) -> Subject
  private let isCanceled = Atomic(false)

  init(
    name: String, _ settings: StressSettings, _ kind: RaceKind, _ subject: @escaping @Sendable (_ cells: Int) -> Subject
  ) throws(StressError) {
    self.name = name
    self.settings = settings
    self.kind = kind
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

  /// Runs the race on this thread.
  func run() throws -> StressResult {
    let shared = try SharedMemory.make(threads: settings.threads)
    var staysInUse = false
    defer { if !staysInUse { shared.unmap() } }
    let endings = try runsInChildren ? raceInChildren(shared) : raceHere(shared)
    // The threads of a race that hung in this process stay.
    staysInUse = endings.isHung && !runsInChildren
    try throwIfCanceled()
    return try StressResult(
      name: name, settings: settings, kind: kind, shared: shared, endings: endings, ranInChildren: runsInChildren)
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

  private func raceInChildren(_ shared: SharedMemory) throws -> RaceEndings {
    let capture = try StandardErrorCapture()
    defer { capture.discard() }
    Control.warmUp
    var endings = RaceEndings()
    var time = RaceTime(settings, kind, from: monotonicNanoseconds())
    var isBroken = false
    repeat {
      try throwIfCanceled()
      capture.clear()
      for field in [SharedMemory.Field.threadsStarted, .signaledByOthers] { shared[field].store(0, ordering: .relaxed) }
      var watchdog = Watchdog(shared, settings.hangTimeout, start: endings.startTimeout(settings.hangTimeout))
      let end = try runChild(shared, time, capture, &watchdog)
      if end == .exit(RaceChild.threadsMissing) { throw threadsMissing(shared) }
      endings.add(end, remark: end == .ok ? nil : capture.lastLine, hasBeaten: watchdog.hasBeaten)
      isBroken = endings.isBroken || shared.firstViolation != nil
      if case .skipped(let reason) = end, !isBroken {
        throw StressError("the race was ended by \(reason); nothing was seen before")
      }
      // The time until the child was stopped was lost. If it had made progress, a hang is rare, and looked for longer.
      if end == .hung {
        time = RaceTime(settings, kind, from: monotonicNanoseconds(), goesOn: watchdog.hasBeaten)
      }
    } while !endings.isHung && !time.isOver(shared, at: monotonicNanoseconds(), isBroken: isBroken)
    return endings
  }

  private func threadsMissing(_ shared: SharedMemory) -> StressError {
    StressError("\(shared.value(.threadsStarted)) of \(settings.threads) threads could be started; expected all")
  }

  /// Runs one child until it has ended.
  ///
  /// - Returns: How it ended; `hung` if it had to be stopped.
  private func runChild(
    _ shared: SharedMemory, _ time: RaceTime, _ capture: StandardErrorCapture, _ watchdog: inout Watchdog
  ) throws -> RowStatus {
    // Made here, so that the child has as little as possible to make of what another thread may be making now.
    let race = Race(settings, kind, time, shared, subject)
    // The child's end of the pipe closes when it ends, which wakes this thread.
    let pipe = try EngineError.explained("making a pipe", Pipe.init)
    defer { closeDescriptor(pipe.readEnd) }
    let child = try EngineError.explained("copying this process") { () throws(SystemFailure) in
      defer { closeDescriptor(pipe.writeEnd) }
      return try Subprocess(
        forking: { RaceChild.run(race, shared) }, standardError: capture.descriptor, leadsGroup: true)
    }
    defer { child.killGroup() }
    var isStopped = false
    while true {
      waitForInput([pipe.readEnd], milliseconds: Self.pollInterval)
      if let ended = child.ended(lostCode: 0, suspended: { isStopped = $0 }) {
        return RowStatus(ended.end, isSentByOthers: shared.value(.signaledByOthers) == 1)
      }
      let isOver = watchdog.hasRunOut(shared, isStopped: isStopped) || isCanceled.load(ordering: .relaxed)
      guard isOver else { continue }
      child.killAndWait()
      return .hung
    }
  }
}

/// The main program of a child.
enum RaceChild {
  /// The exit code of a child that could not start its threads.
  static let threadsMissing: Int32 = 71

  /// Runs a race in threads of its own. The thread that was copied cannot take part: on Linux, `Mutex` and `static let`
  /// store the number of the thread that holds them, and it would go on to use the number of the original.
  static func run(_ race: Race, _ shared: SharedMemory) -> Int32 {
    shared.noteSignalsOfOthers()
    let ended = DispatchSemaphore(value: 0)
    guard race.start(ended: { ended.signal() }) else { return threadsMissing }
    ended.wait()
    return 0
  }
}

// MARK: - In this process

extension RaceRunner {
  private func raceHere(_ shared: SharedMemory) throws -> RaceEndings {
    var endings = RaceEndings()
    let race = Race(settings, kind, RaceTime(settings, kind, from: monotonicNanoseconds()), shared, subject)
    let ended = DispatchSemaphore(value: 0)
    guard race.start(ended: { ended.signal() }) else { throw threadsMissing(shared) }
    var watchdog = Watchdog(shared, settings.hangTimeout, start: settings.hangTimeout)
    while ended.wait(timeout: .now() + .milliseconds(Int(Self.pollInterval))) == .timedOut {
      if isCanceled.load(ordering: .relaxed) { shared[.isCanceled].store(1, ordering: .relaxed) }
      if watchdog.hasRunOut(shared) {
        endings.hangHere()
        break
      }
    }
    return endings
  }
}
