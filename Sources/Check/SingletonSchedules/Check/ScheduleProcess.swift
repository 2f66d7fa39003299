import CSingletonSchedules
import SingletonCore
import SingletonPlatform
import SingletonStrategyChecker

/// Runs schedules in a copy of this process.
///
/// The runtime is taken over in the copy alone, so that the tasks of this process, such as those of other tests, go on as
/// they are.
struct ScheduleProcess {
  enum Ending {
    case done
    /// A signal or an exit, in words.
    case crashed(String)
    /// A job did not end in time.
    case blocked
  }

  let plan: Plan
  let ledger: Ledger
  let fresh: @Sendable () -> Exploration.Subject
  /// When the check has begun, in nanoseconds.
  private let began: UInt64

  /// The number of processes that are tried, and the time that all but the last get for a job of their first schedule. A
  /// copy may wait for a lock of the runtime that another thread held while the process was copied. What it has done until
  /// then changes nothing for the next one; see `ci_calls`.
  private static let mostStarts = 5
  private static let startPatience = Duration.seconds(1)
  /// The time after which the second copy is made; the other thread may hold the lock for long on a busy machine.
  private static let firstPause = Duration.milliseconds(1)

  init(_ plan: Plan, _ ledger: Ledger, since began: UInt64, fresh: @escaping @Sendable () -> Exploration.Subject) {
    self.plan = plan
    self.ledger = ledger
    self.began = began
    self.fresh = fresh
  }

  /// Runs a search, or replays a schedule.
  func run(replaying code: ScheduleCode? = nil) throws(CheckError) -> Ending {
    let (levels, visited) = (ledger.levels, ledger[.schedules])
    var pause = Self.firstPause
    for _ in 1..<Self.mostStarts {
      let ending = try runOnce(code, startPatience: min(Self.startPatience, plan.patience))
      guard case .blocked = ending, ledger[.schedules] == visited else { return ending }
      sleep(nanoseconds: pause.nanoseconds)
      pause *= 5
      // It was ended while it waited, and has not crashed.
      ledger[.cancellationCrashes] = 0
      ledger.restore(levels)
    }
    return try runOnce(code, startPatience: plan.patience)
  }

  private func runOnce(_ code: ScheduleCode?, startPatience: Duration) throws(CheckError) -> Ending {
    ledger.clearReport()
    let visited = ledger[.schedules]
    let capture = try CheckError.explained(StandardErrorCapture.init)
    defer { capture.discard() }
    // Made here, because the copy would wait forever for anything that another thread is creating at this moment.
    let exploration = Exploration(plan, ledger, began: began, replaying: code?.choices, fresh: fresh)
    let ended = try CheckError.explained { () throws(EngineError) in
      try WatchedCopy.run(
        beatingIn: ledger.shared, standardError: capture.descriptor,
        patience: { ledger[.schedules] == visited ? startPatience : plan.patience }, isInterrupted: plan.isInterrupted
      ) { Self.runCopy(exploration).rawValue }
    }
    return switch ended {
    case .ended(let end): try ending(end, capture)
    case .interrupted: .done
    case .silent: .blocked
    }
  }

  /// Runs schedules in a copy, in a new thread: the runtime's locks know the copied thread by the number of the original.
  private static func runCopy(_ exploration: Exploration) -> ChildExit {
    let work = CopiedWork(exploration: exploration)
    let isStarted = startThread {
      work.run()
      // The other thread waits forever.
      _exit(ChildExit.done.rawValue)
    }
    if isStarted { cs_wait_forever() }
    return .threadsMissing
  }

  private func ending(_ end: Subprocess.End, _ capture: StandardErrorCapture) throws(CheckError) -> Ending {
    let remark = capture.lastLine.map { ": \($0)" } ?? ""
    switch ProcessEnding(end) {
    case .ok where ledger[.reportedBlock] == 1: return .blocked
    case .ok where ledger[.reportedExit] > 0: return .crashed("exit code \(ledger[.reportedExit] - 1)" + remark)
    case .ok:
      if let call = ledger.refusedCall {
        ledger.stop(
          because:
            "a system call \(call) may change what is outside of the program's memory, such as a file, or depend on"
            + " it, and no schedule begins with that anew")
      }
      return .done
    case .trapped(let cause), .crashed(let cause): return .crashed(cause + remark)
    case .exit(ChildExit.threadsMissing.rawValue): throw CheckError("the check could not start a thread; expected one")
    case .exit(let code): return .crashed("exit code \(code)" + remark)
    case .outside(let reason): throw CheckError("the check was ended by \(reason); expected it to end by itself")
    }
  }
}

/// An exploration that is handed to another thread.
///
/// Unchecked, because the thread that hands it over only waits.
private struct CopiedWork: @unchecked Sendable {
  let exploration: Exploration

  func run() {
    guard cs_prepare_threads() else { return exploration.ledger.stop(because: "the system gives no more threads") }
    guard exploration.takeOver() else { return }
    let isReplay = exploration.isReplay
    exploration.keepGlobals()
    exploration.rehearse()
    if !isReplay { exploration.rehearseCancellations() }
    let repeating = exploration.puttingBackMemory()
    if isReplay { repeating.replay() } else { repeating.search() }
  }
}
