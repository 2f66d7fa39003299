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
    /// The call of the first caller if it differs, as one does whose building fails.
    var firstAccess: Access?
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
  /// The number of jobs that have run in this schedule.
  private var jobs = 0
  /// When a schedule that does not count cancels the first caller.
  private var jobsBeforeCancellation: Int?
  /// Whether each schedule begins with the same memory, so that states can be compared.
  private var putsBackMemory = false
  private var states = VisitedStates()
  /// The owner's properties that no actor guards.
  private var unguarded = UnguardedMemory()

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
    decideBuildings()
  }

  /// Creates an exploration that goes on after the rehearsal of another one.
  private init(after rehearsed: Exploration) {
    (plan, ledger, fresh) = (rehearsed.plan, rehearsed.ledger, rehearsed.fresh)
    (path, deadline, unguarded) = (rehearsed.path, rehearsed.deadline, rehearsed.unguarded)
    isReplay = rehearsed.isReplay
    scheduler = Scheduler(isReduced: plan.isReduced)
    trace = isReplay ? Trace(ledger, scheduler) : nil
    decideBuildings()
  }

  private func decideBuildings() {
    scheduler.decideBuilding = { [unowned self] canFail in inCheck { decideBuilding(canFail: canFail) } }
  }

  /// Returns an exploration like this one that puts memory back, or this one if that is not possible or not asked for.
  ///
  /// It and all that it changes are in memory of their own.
  func puttingBackMemory() -> Exploration {
    guard plan.isReduced && plan.mergesStates && ledger[.cancellationCrashes] == 0 else { return self }
    // The runtime's tables of types must not be in the check's own memory: what the runtime adds to them in a schedule would
    // stay there while their sizes are put back, until a table is full and a look into it never ends.
    useAll()
    guard cs_prepare_memory() else { return self }
    let other = Exploration(after: self)
    Scheduler.active = other.scheduler
    Exploration.active = other
    cs_watch_memory()
    other.putsBackMemory = cs_protect_memory()
    return other
  }

  /// Takes over this process.
  ///
  /// - Returns: Whether that was possible. If it was not, the ledger says why.
  func takeOver() -> Bool {
    Scheduler.active = scheduler
    Exploration.active = self
    let events = cs_events(
      arrived: { Scheduler.active!.arrive($0, $1, $2, $3) },
      left: { Exploration.active!.leave(by: String(cString: $0)) },
      stopped: { Exploration.active!.stop(String(cString: $0)) })
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
    let (beginning, tally) = (path, ledger.tally)
    repeat {
      if let limit = limitReached {
        ledger.ending = limit
        return
      }
      visit()
      // States were taken to be equal that may differ in who has accessed that memory before.
      while cs_has_grown() {
        (path, ledger.tally, states) = (beginning, tally, VisitedStates())
        visit()
      }
    } while advance()
    ledger.ending = .complete
    ledger.doubt = cs_first_doubt()
    if scheduler.missedArrivals.exist {
      ledger.stop(
        because:
          "a job enqueues two others on one actor, and no schedule has one between them that a job of another task enqueues"
          + " there at the same time")
    }
    let unguarded = unguarded.names
    if !unguarded.isEmpty && ledger.doubt.kind == cs_no_doubt {
      ledger.stop(
        because:
          "the owner has memory that no actor guards (\(unguarded.joined(separator: ", "))), and what two jobs do to"
          + " it at the same time is not seen; check the accessor with threads, too")
    }
  }

  private func advance() -> Bool {
    let isUnderWay = path.advance()
    states.leave(allBut: path.levels.count, ledger.tally)
    return isUnderWay
  }

  /// Uses all types of the search whose values outlive a schedule, because the runtime makes a type when it is first used,
  /// and forgets those that it has made since when memory is put back. The rehearsal has used those of a schedule.
  private func useAll() {
    outcomes = [Observation(callers: [.waiting]).summary]
    outcomes = []
    var path = SearchPath()
    _ = path.choose(width: 2, mark: 0)
    var states = VisitedStates()
    let state = ScheduleState([scheduler.digest, scheduler.digest])
    states.enter(state, depth: 0, ledger.tally)
    states.leave(allBut: 0, ledger.tally)
    if !states.isUnderWay(state), let tally = states.tally(of: state) { ledger.tally = ledger.tally + tally }
  }

  private var limitReached: Ledger.Ending? {
    if let limit = plan.scheduleLimit, ledger[.schedules] >= limit { return .scheduleLimit }
    return cs_real_time() >= deadline ? .timeLimit : nil
  }

  /// Runs one schedule that does not count, a task after another: it fills the caches of the runtime, and makes what
  /// exists once per process.
  func rehearse() {
    ledger[.isRehearsing] = 1
    earlier = runSchedule()?.instances ?? []
    ledger[.isRehearsing] = 0
    ledger.forgetSteps()
  }

  /// Cancels the first caller in such schedules at each time, because what the runtime makes for a cancellation must not be
  /// forgotten either when memory is put back.
  func rehearseCancellations() {
    guard plan.cancelsFirst && ledger[.cancellationCrashes] == 0 else { return }
    (ledger[.isRehearsing], ledger[.cancellationCrashes]) = (1, 1)
    for time in 0..<Self.mostJobs {
      jobsBeforeCancellation = time
      _ = runSchedule()
      if run?.observation.canceled == nil { break }
    }
    jobsBeforeCancellation = nil
    (ledger[.isRehearsing], ledger[.cancellationCrashes]) = (0, 0)
    ledger.forgetSteps()
  }

  /// Runs the schedule of the choices that are replayed, and notes its steps and what it shows.
  func replay() {
    let beginning = path
    visit()
    while cs_has_grown() {
      path = beginning
      ledger.forgetSteps()
      trace?.beginAgain()
      ledger.tally = Tally(schedules: 0, counts: ledger.tally.counts.map { _ in 0 })
      visit()
    }
    guard path.isReplayed else { stop(deviation) }
    ledger.ending = .complete
  }

  private func visit() {
    guard let seen = runSchedule() else { return }
    ledger[.schedules] += 1
    ledger[.mostBuildings] = max(ledger[.mostBuildings], UInt64(seen.buildings))
    for defect in seen.defects(buildsOnce: plan.buildsOnce) { ledger.note(defect) }
    ledger.noteMemory()
    if plan.notesOutcomes, outcomes.insert(seen.summary).inserted { ledger.addOutcome(seen.summary) }
    if let outside = seen.instances.first(where: isFromOutside) {
      stop(
        "a schedule got a \(type(of: outside)) that exists outside of the owner, so that its building was not seen; make"
          + " a new owner in each call of fresh")
    }
    earlier = putsBackMemory ? [] : seen.instances
  }

  /// Whether an instance was there before the schedule. If memory is not put back, the instances of two schedules are
  /// compared while both are held, so that no memory is used again.
  private func isFromOutside(_ instance: AnyObject) -> Bool {
    if putsBackMemory { return !cs_is_in_schedule(Unmanaged.passUnretained(instance).toOpaque()) }
    return earlier.contains { $0 === instance }
  }
}

// MARK: - One schedule

extension Exploration {
  /// Runs a schedule.
  ///
  /// - Returns: What the callers got, or `nil` if it came to a state from which the search has gone on before.
  private func runSchedule() -> Observation? {
    // Nothing of the schedule may be held when its memory is put back.
    run = nil
    if putsBackMemory { cs_restore_memory() }
    scheduler.begin(callers: plan.tasks)
    ledger[.depth] = 0
    jobs = 0
    let run = inSchedule {
      let run = ScheduleRun(plan)
      let subject = fresh()
      (run.access, run.firstAccess) = (subject.access, subject.firstAccess)
      inCheck { unguarded.begin(subject.owner) }
      return run
    }
    self.run = run
    run.startCallers(scheduler)
    guard runJobs(run) else { return nil }
    // Those who wait now wait forever if no one else asks, and are not to be helped by one who does.
    if plan.hasLateCaller && !run.hasWaitingCaller {
      guard runLateCaller(run) else { return nil }
    }
    return run.observation
  }

  /// - Returns: Whether all jobs have run, and not only those before a state from which the search has gone on before.
  private func runJobs(_ run: ScheduleRun) -> Bool {
    while true {
      let options = scheduler.options(interchangeable: plan.interchangeable)
      let canCancel = run.canCancel
      // If no job is ready, it is a choice whether the first caller is canceled or waits forever.
      let width = max(1, options.count) + (canCancel ? 1 : 0)
      guard !options.isEmpty || canCancel else { return true }
      guard width == 1 || !isVisitedState() else { return false }
      let choice = choose(
        width, mark: scheduler.mark(of: options, canCancel: canCancel),
        rehearsed: canCancel && jobs == jobsBeforeCancellation ? width - 1 : scheduler.optionOfLastTask(options))
      if choice == max(1, options.count) {
        cancel(run)
      } else if options.isEmpty {
        return true
      } else {
        runJob(options[choice], run)
      }
    }
  }

  private func runLateCaller(_ run: ScheduleRun) -> Bool {
    cs_order_later_jobs()
    run.startLateCaller(scheduler)
    trace?.noteLateCaller(run.lateTask ?? 0)
    return runJobs(run)
  }

  /// Whether the search has gone on from the present state before. If so, adds what it came to there, and if not, notes the
  /// state. The states of choices that are made again are known.
  private func isVisitedState() -> Bool {
    guard putsBackMemory && path.isAtEnd && !isReplay else { return false }
    let state = ScheduleState([cs_digest_of_memory(), cs_digest_of_order(), scheduler.digest])
    if let tally = states.tally(of: state) {
      ledger.tally = ledger.tally + tally
      return true
    }
    if states.isUnderWay(state) {
      stop("a schedule comes back to a state in which it has been, as a loop does that waits by looking again")
    }
    states.enter(state, depth: path.depth, ledger.tally)
    return false
  }

  private func cancel(_ run: ScheduleRun) {
    trace?.begin(nil)
    let time = scheduler.hasBegun(1) ? "during its call" : "before it begins"
    cs_begin_unordered()
    run.cancelFirst()
    cs_end_unordered()
    scheduler.runOwnJobs()
    trace?.end(["is canceled \(time)"])
  }

  private func runJob(_ index: Int, _ run: ScheduleRun) {
    let job = scheduler.ready[index]
    trace?.begin(job)
    if job.task <= plan.tasks && (job.isOnActor || !job.isFirst) { ledger[.isFollowed] = 1 }
    scheduler.run(index)
    unguarded.note(changesOn: job.executor)
    ledger.shared.beat()
    jobs += 1
    trace?.end(run.news(of: job.task), waiting: run.isWaiting(job.task) ? job : nil)
    if jobs > Self.mostJobs {
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
      + " \(jobs)), so the program does not repeat itself; likely it depends on a global, a random number or the"
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
