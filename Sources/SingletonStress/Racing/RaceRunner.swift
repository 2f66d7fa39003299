import Core
import Dispatch
import Platform
import StressEngine
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
    if !Subprocess.canFork && (kind == .oneTrialPerProcess || settings.isolation == .child) {
      throw StressError(
        "this system cannot copy a process; "
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
    return StressResult(
      name: name, settings: settings, kind: kind, shared: shared, endings: endings, ranInChildren: runsInChildren)
  }

  private var runsInChildren: Bool {
    switch settings.isolation {
    case .inProcess: false
    case .child: true
    // A sanitizer's threads do not survive the copying of a process.
    case .automatic: kind != .awaitedTrials && Subprocess.canFork && !hasSanitizer
    }
  }

  private var hasSanitizer: Bool { !Host.facts.sanitizer.isEmpty }

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
    repeat {
      try throwIfCanceled()
      capture.clear()
      shared[.threadsStarted].store(0, ordering: .relaxed)
      var watchdog = Watchdog(shared, settings.hangTimeout, start: endings.startTimeout(settings.hangTimeout))
      let end = try runChild(shared, time, capture, &watchdog)
      if end == .exit(RaceChild.threadsMissing) { throw threadsMissing(shared) }
      endings.add(end, remark: end == .ok ? nil : capture.lastLine, hasBeaten: watchdog.hasBeaten)
      // The time until the child was stopped was lost. If it had made progress, a hang is rare, and looked for longer.
      if end == .hung {
        time = RaceTime(settings, kind, from: monotonicNanoseconds(), goesOn: watchdog.hasBeaten)
      }
    } while !endings.isHung
      && !time.isOver(
        shared, at: monotonicNanoseconds(), isBroken: endings.isBroken || shared.firstViolation != nil)
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
      return try Subprocess(forking: { RaceChild.run(race) }, standardError: capture.descriptor, leadsGroup: true)
    }
    defer { child.killGroup() }
    while true {
      waitForInput([pipe.readEnd], milliseconds: Self.pollInterval)
      if let ended = child.ended(lostCode: 0) { return RowStatus(ended.end) }
      let isOver = watchdog.hasRunOut(shared) || isCanceled.load(ordering: .relaxed)
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
  static func run(_ race: Race) -> Int32 {
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

/// A watch over a race that makes no progress.
private struct Watchdog {
  private let timeout: Duration
  private let startTimeout: Duration
  private let beats: UInt64
  private var progress: UInt64 = 0
  private var lastProgress = monotonicNanoseconds()
  /// Whether the race has completed a turn since the watch began.
  private(set) var hasBeaten = false

  /// - Parameter startTimeout: The time without progress that is granted until the first turn is completed.
  init(_ shared: SharedMemory, _ timeout: Duration, start startTimeout: Duration) {
    self.timeout = timeout
    self.startTimeout = startTimeout
    beats = shared.value(.heartbeat)
  }

  mutating func hasRunOut(_ shared: SharedMemory) -> Bool {
    let now = monotonicNanoseconds()
    hasBeaten = shared.value(.heartbeat) != beats
    let newest = shared.value(.heartbeat) &+ shared.value(.threadsStarted)
    if newest != progress { (progress, lastProgress) = (newest, now) }
    return now - lastProgress >= (hasBeaten ? timeout : startTimeout).nanoseconds
  }
}

/// How the processes of a race ended, other than well.
///
/// A copy of this process may hang for no fault of the accessor: it waits for a lock of the runtime that another thread
/// held at the moment of the copying. That thread is not in the copy. It happens nearly always before the first turn is
/// completed, and seldom twice, so a hang counts only if it comes again.
struct RaceEndings {
  /// The number of processes that crashed, trapped, or exited.
  private(set) var crashes = 0
  /// The different ways in which they did, with what they wrote last.
  private(set) var crashMessages: [String] = []
  private(set) var isHung = false
  private(set) var worst = RowStatus.ok
  private(set) var remark: String?
  /// The hangs of processes that had not completed a turn, and of those that had.
  private var hangs = (early: 0, late: 0)

  private static let enoughHangs = (early: 3, late: 2)

  var isBroken: Bool { crashes > 0 || isHung }

  /// Returns the time to grant a process for its first turn: little, if its hang would not count.
  func startTimeout(_ timeout: Duration) -> Duration {
    hangs.early + 1 < Self.enoughHangs.early ? min(timeout, .seconds(1)) : timeout
  }

  /// - Parameter hasBeaten: Whether the process had completed a turn.
  mutating func add(_ end: RowStatus, remark: String?, hasBeaten: Bool) {
    switch end {
    case .ok, .skipped, .interrupted: return
    case .hung:
      if hasBeaten { hangs.late += 1 } else { hangs.early += 1 }
      isHung = hangs.early >= Self.enoughHangs.early || hangs.late >= Self.enoughHangs.late
      guard isHung else { return }
    case .trapped(let cause), .crashed(let cause): addCrash(cause, remark)
    case .exit(let code): addCrash("exit code \(code)", remark)
    }
    worst = end
    self.remark = remark ?? self.remark
  }

  /// Adds the hang of a race in this process, which counts at once.
  mutating func hangHere() { (isHung, worst) = (true, .hung) }

  private mutating func addCrash(_ cause: String, _ remark: String?) {
    crashes += 1
    let message = Self.withoutAddresses([cause, remark].compactMap(\.self).joined(separator: ": "))
    if !crashMessages.contains(message) { crashMessages.append(message) }
  }

  /// Returns a message without the digits of addresses, which differ from crash to crash.
  private static func withoutAddresses(_ message: String) -> String {
    let parts = message.split(separator: "0x", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { $0 += "0x..." + $1.drop(while: \.isHexDigit) }
  }
}

/// The machine that the races run on.
enum Host {
  static let facts = HostInfo.ofThisMachine()
}
