import CSingletonSchedules
import SingletonCore
import SingletonPlatform
import SingletonTrialRuntime

/// The search through all schedules, or the replay of one, in the process that has taken over the runtime.
final class Exploration {
  /// Asks an owner for its instance.
  typealias Access = @Sendable () async throws -> AnyObject?

  /// An owner, and the call of its accessor.
  struct Subject {
    let owner: Any
    let access: Access
  }

  private let plan: Plan
  private let ledger: Ledger
  /// Makes an owner.
  private let fresh: () -> Subject
  private let scheduler: Scheduler
  private var path: SearchPath
  private let isReplay: Bool
  private let trace: Trace?
  private var run: ScheduleRun?
  private let deadline: UInt64
  /// The instances of the schedule before this one.
  private var earlier: [AnyObject] = []
  private var outcomes: Set<String> = []
  /// The owner's properties that no actor guards.
  private var unguarded: [String] = []

  /// The maximum number of jobs of a schedule.
  private static let mostJobs = 2_000

  init(_ plan: Plan, _ ledger: Ledger, began: UInt64, replaying choices: [Int]? = nil, fresh: @escaping () -> Subject) {
    self.plan = plan
    self.ledger = ledger
    self.fresh = fresh
    isReplay = choices != nil
    scheduler = Scheduler(isReduced: plan.isReduced)
    trace = isReplay ? Trace(ledger, scheduler) : nil
    path = SearchPath(isReplay ? [] : ledger.levels, replaying: choices)
    deadline = began &+ UInt64(max(0, plan.time / .nanoseconds(1)))
    scheduler.decideBuilding = { [unowned self] in decideBuilding(canFail: $0) }
  }

  /// Takes over this process.
  ///
  /// - Returns: Whether that was possible. If it was not, the ledger says why.
  func takeOver() -> Bool {
    Scheduler.active = scheduler
    Exploration.active = self
    let events = cs_events(
      arrived: { Scheduler.active!.arrive($0, $1, $2, $3) },
      left: { Exploration.active!.leave(by: String(cString: $0)) })
    guard let failure = cs_take_over(events) else {
      ledger.shared.beat()
      return true
    }
    ledger.stop(because: "this process cannot be taken over: \(String(cString: failure))")
    return false
  }

  /// The exploration of this process; see ``Scheduler/active``.
  nonisolated(unsafe) private static var active: Exploration?

  /// Ends this process, because a thread that is not under the check's control takes part.
  private func leave(by function: String) -> Never {
    stop(
      "task \(scheduler.current) gives work to another thread or process (\(function)), which the check cannot follow")
  }

  private func stop(_ reason: String) -> Never {
    ledger.stop(because: reason)
    _exit(ChildExit.done.rawValue)
  }
}

// MARK: - Searching

extension Exploration {
  /// Visits all schedules, from the one with which the choices in the ledger begin.
  func search() {
    rehearse()
    repeat {
      if let limit = limitReached {
        ledger.ending = limit
        return
      }
      visit()
    } while path.advance()
    ledger.ending = .complete
    if !unguarded.isEmpty {
      ledger.stop(
        because:
          "the owner has memory that no actor guards (\(unguarded.joined(separator: ", "))), and what two jobs do to"
          + " it at the same time is not seen; check the accessor with threads, too")
    }
  }

  private var limitReached: Ledger.Ending? {
    if let limit = plan.scheduleLimit, ledger[.schedules] >= limit { return .scheduleLimit }
    return monotonicNanoseconds() >= deadline ? .timeLimit : nil
  }

  /// Runs one schedule that does not count, a task after another: it fills the caches of the runtime, and makes what
  /// exists once per process.
  private func rehearse() {
    ledger[.isRehearsing] = 1
    earlier = runSchedule().instances
    ledger[.isRehearsing] = 0
  }

  /// Runs the schedule of the choices that are replayed, and notes its steps and what it shows.
  func replay() {
    visit()
    guard path.isReplayed else { stop(deviation) }
    ledger.ending = .complete
  }

  private func visit() {
    let seen = runSchedule()
    ledger[.schedules] += 1
    ledger[.mostBuildings] = max(ledger[.mostBuildings], UInt64(seen.buildings))
    for defect in seen.defects(buildsOnce: plan.buildsOnce) { ledger.note(defect) }
    if plan.notesOutcomes, outcomes.insert(seen.summary).inserted { ledger.addOutcome(seen.summary) }
    // The instances are compared while both schedules' are held, so that no memory is used again.
    if let shared = seen.instances.first(where: { instance in earlier.contains { $0 === instance } }) {
      stop(
        "two schedules got the same \(type(of: shared)), which exists outside of the owner, so that its building was not"
          + " seen; make a new owner in each call of fresh")
    }
    earlier = seen.instances
  }
}

// MARK: - One schedule

extension Exploration {
  private func runSchedule() -> Observation {
    scheduler.begin(callers: plan.tasks)
    ledger[.depth] = 0
    let run = ScheduleRun(plan)
    self.run = run
    let subject = fresh()
    run.access = subject.access
    if ledger[.isRehearsing] == 1 { unguarded = UnguardedMemory.names(in: subject.owner) }
    run.startCallers(scheduler)
    runJobs(run)
    // Those who wait now wait forever if no one else asks, and are not to be helped by one who does.
    if plan.hasLateCaller && !run.hasWaitingCaller { runLateCaller(run) }
    return run.observation
  }

  private func runJobs(_ run: ScheduleRun) {
    while true {
      let options = scheduler.options(interchangeable: plan.interchangeable)
      let canCancel = run.canCancel
      guard !options.isEmpty || canCancel else { return }
      // If no job is ready, it is a choice whether the first caller is canceled or waits forever.
      let choice = choose(
        max(1, options.count) + (canCancel ? 1 : 0), mark: scheduler.mark(of: options, canCancel: canCancel),
        rehearsed: scheduler.optionOfLastTask(options))
      if choice == max(1, options.count) {
        cancel(run)
      } else if options.isEmpty {
        return
      } else {
        runJob(options[choice], run)
      }
    }
  }

  private func runLateCaller(_ run: ScheduleRun) {
    run.startLateCaller(scheduler)
    trace?.noteLateCaller(run.lateTask ?? 0)
    runJobs(run)
  }

  private func cancel(_ run: ScheduleRun) {
    trace?.begin(nil)
    run.cancelFirst()
    scheduler.runOwnJobs()
    trace?.end(["is canceled"])
  }

  private func runJob(_ index: Int, _ run: ScheduleRun) {
    let job = scheduler.ready[index]
    trace?.begin(job)
    if job.task <= plan.tasks && (job.isOnActor || !job.isFirst) { ledger[.isFollowed] = 1 }
    scheduler.run(index)
    ledger.shared.beat()
    run.jobs += 1
    trace?.end(run.news(of: job.task))
    if run.jobs > Self.mostJobs {
      stop(
        "a schedule has more than \(HumanFormat.grouped(Self.mostJobs)) jobs, as a loop has that waits by looking again"
      )
    }
  }

  /// - Parameter rehearsed: The choice in the schedule that does not count.
  private func choose(_ width: Int, mark: UInt32, rehearsed: Int = 0) -> Int {
    guard width > 1 else { return 0 }
    guard ledger[.isRehearsing] == 0 else { return rehearsed }
    guard path.depth < Ledger.mostLevels, let level = path.choose(width: width, mark: mark) else { stop(deviation) }
    ledger.note(level, at: path.depth - 1)
    return level.choice
  }

  private var deviation: String {
    if isReplay { return "the schedules are no longer those that the code was made for; check again" }
    guard path.depth < Ledger.mostLevels else { return "a schedule has too many choices" }
    let jobs = scheduler.ready.map { "task \($0.task)" }.joined(separator: ", ")
    return
      "after the same \(HumanFormat.counted(path.depth, "choice")), other jobs were ready than in the schedule before (now"
      + " \(jobs)), so the program does not repeat itself; likely it depends on a global, the time, a random number or the"
      + " order of a Set"
  }

  /// Decides whether a building fails, and counts it.
  private func decideBuilding(canFail: Bool) -> Bool {
    guard let run else { return false }
    run.observation.buildings += 1
    guard canFail, run.observation.lateCaller == nil, mayFail(run) else { return false }
    run.observation.failures += 1
    trace?.note("fails to build")
    return true
  }

  private func mayFail(_ run: ScheduleRun) -> Bool {
    switch plan.failures {
    case .never: false
    case .first: run.observation.buildings == 1
    case .any: choose(2, mark: 0) == 1
    }
  }
}
