import CSingletonSchedules
import SingletonCore
import SingletonPlatform

/// The search through all schedules, or the replay of one, in the process that has taken over the runtime.
final class Exploration {
  /// Asks an owner for its instance, or for a value; see ``Returned``.
  typealias Access = @Sendable () async throws -> AnyObject?

  /// An owner, and the calls of its accessors.
  struct Subject {
    let owner: Any
    /// Returns the call of a caller by its number, from 0.
    let access: (_ caller: Int) -> Access
    /// Returns whether the values that all have got are as expected, if they are not asked for one instance.
    var judge: (@Sendable ([Returned]) async -> Bool)?
  }

  let plan: Plan
  let ledger: Ledger
  /// Makes an owner.
  let fresh: () -> Subject
  let scheduler: Scheduler
  var path: SearchPath
  let isReplay: Bool
  let trace: Trace?
  var run: ScheduleRun?
  let deadline: UInt64
  /// The instances of the schedule before this one.
  var earlier: [AnyObject] = []
  private var outcomes: Set<String> = []
  /// The number of jobs that have run in this schedule.
  var jobs = 0
  /// When a schedule that does not count cancels the first caller.
  var jobsBeforeCancellation: Int?
  /// The jobs and values of the schedule that does not count, as far as it has run.
  var rehearsal = Rehearsal()
  /// Whether each schedule begins with the same memory, so that states can be compared.
  var putsBackMemory = false
  var states = VisitedStates()
  /// The owner's properties that no actor guards.
  var unguarded = UnguardedMemory()

  /// The maximum number of jobs of a schedule.
  static let mostJobs = 2_000

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

  var canPutBackMemory: Bool {
    plan.isReduced && plan.mergesStates && ledger[.cancellationCrashes] == 0
  }

  /// Returns an exploration like this one that puts memory back, or this one if that is not possible or not asked for.
  ///
  /// It and all that it changes are in memory of their own.
  func puttingBackMemory() -> Exploration {
    inSchedule { run = nil }
    putBackGlobals()
    cs_leave_globals()
    guard canPutBackMemory else { return self }
    // The runtime's tables of types must not be in the check's own memory: what the runtime adds to them in a schedule would
    // stay there while their sizes are put back, until a table is full and a look into it never ends.
    useAll()
    guard cs_prepare_memory() else { return self }
    let other = Exploration(after: self)
    Scheduler.active = other.scheduler
    Exploration.active = other
    cs_watch_memory()
    other.putsBackMemory = cs_protect_memory(ledger.shared.base, ledger.shared.byteCount)
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
      stopped: { Exploration.active!.stop(String(cString: $0)) },
      report: ledger.report)
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

  func stop(_ reason: String) -> Never {
    ledger.stop(because: reason)
    _exit(ChildExit.done.rawValue)
  }
}

// MARK: - Searching

extension Exploration {
  /// Visits all schedules, from the one with which the choices in the ledger begin.
  func search() {
    var (beginning, tally) = (path, ledger.tally)
    if plan.dividesAlways { ledger[.divides] = 1 }
    if ledger[.divides] == 1 { cs_divide_jobs(plan.dividesAlways) }
    repeat {
      if let limit = limitReached {
        ledger.ending = limit
        return
      }
      visit()
      // States were taken to be equal that may differ in who has accessed that memory before.
      while cs_has_grown() {
        if cs_divides_jobs() && ledger[.divides] == 0 {
          // The choices so far are those of jobs that do not pause.
          ledger[.divides] = 1
          (beginning, tally) = (SearchPath(), .none)
        }
        (path, ledger.tally, states) = (beginning, tally, VisitedStates())
        visit()
      }
    } while advance()
    ledger.ending = .complete
    ledger.doubt = cs_first_doubt()
    if cs_has_shared_locks(true) { ledger[.hasAtomics] = 1 }
    // What orders the calls is seen though each is one job.
    if cs_has_shared_locks(false) { ledger[.isFollowed] = 1 }
    if let reason = scheduler.missedArrivals.reason { ledger.stop(because: reason) }
    let unguarded = unguarded.names
    if !unguarded.isEmpty && ledger.doubt.kind == cs_no_doubt {
      ledger.stop(
        because:
          "the owner has memory that no actor guards (\(unguarded.joined(separator: ", "))), and what two jobs do to"
          + " it at the same time is not seen; give the flags of a check to the target of all code that uses it, also of"
          + " the test if a closure of the test does, or check the accessor with threads, too")
      if isUnused() { ledger.ending = .complete }
    }
    let divided = cs_divided_count()
    seeUninstrumentedAccesses()
    // Others come between parts of jobs where they have not in this search.
    guard cs_divided_count() == divided else {
      ledger.ending = .underWay
      (path, ledger.tally, states) = (SearchPath(), .none, VisitedStates())
      return search()
    }
    tryPerturbedRuns()
  }

  /// Whether no job writes to the memory that no actor guards, in any schedule: all of them are visited again.
  private func isUnused() -> Bool {
    guard ledger.defects.isEmpty, putsBackMemory, unguarded.guardAll() else { return false }
    let seen = ledger.tally
    (path, ledger.tally, states) = (SearchPath(), .none, VisitedStates())
    defer { ledger.tally = seen }
    repeat {
      if limitReached != nil { return false }
      visit()
      if cs_has_grown() || cs_guard(false) { return false }
    } while advance()
    return ledger.tally == seen
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
    _ = path.beginNote()
    useFollowUps()
    scheduler.useAll()
    var unguarded = UnguardedMemory()
    unguarded.useAll()
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

  /// Runs the schedule of the choices that are replayed, and notes its steps and what it shows.
  func replay() {
    let beginning = path
    if ledger[.divides] == 1 { cs_divide_jobs(false) }
    visit()
    while cs_has_grown() {
      path = beginning
      ledger.forgetSteps()
      trace?.beginAgain()
      ledger.tally = .none
      visit()
    }
    guard path.isReplayed else { stop(deviation) }
    ledger.ending = .complete
  }

  private func visit() {
    guard let seen = runSchedule() else { return }
    ledger[.schedules] += 1
    ledger[.mostBuildings] = max(ledger[.mostBuildings], UInt64(seen.buildings))
    let defects = seen.defects(plan)
    // A task that is canceled may throw. Then there is nothing to judge.
    if plan.judgesValues && seen.isExpected == nil && defects.isEmpty && seen.instances.count == plan.tasks {
      stop("expecting has not returned when no job was left that could run")
    }
    for defect in defects { ledger.note(defect) }
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
