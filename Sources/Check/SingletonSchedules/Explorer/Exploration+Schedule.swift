import CSingletonSchedules
import SingletonCore
import SingletonPlatform

/// One schedule of the search.
extension Exploration {
  /// Runs a schedule.
  ///
  /// - Returns: What the callers got, or `nil` if it came to a state from which the search has gone on before.
  func runSchedule() -> Observation? {
    // Nothing of the schedule may be held when its memory is put back.
    inSchedule { self.run = nil }
    ledger[.hasBegun] = 0
    cs_forget_calls()
    if putsBackMemory {
      _ = cs_guard(false)
      cs_restore_memory()
    } else {
      putBackGlobals()
    }
    scheduler.begin(callers: plan.tasks)
    ledger[.depth] = 0
    jobs = 0
    let run = inSchedule {
      let run = ScheduleRun(plan)
      let subject = fresh()
      (run.access, run.judge) = (subject.access, subject.judge)
      inCheck { unguarded.begin(subject.owner) }
      return run
    }
    self.run = run
    if putsBackMemory { _ = cs_guard(true) }
    run.startCallers(scheduler)
    guard runJobs(run) else { return nil }
    // Those who wait now wait forever if no one else asks, and are not to be helped by one who does.
    if run.wantsLateCaller {
      guard runLateCaller(run) else { return nil }
    }
    if !scheduler.paused.isEmpty {
      run.observation.isBlocked = true
      trace?.noteBlocked()
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
    // The judge runs after all jobs.
    if putsBackMemory && plan.judgesValues { _ = cs_guard(false) }
    run.startLateCaller(scheduler)
    trace?.noteLateCaller(run.lateTask ?? 0, judges: plan.judgesValues)
    return runJobs(run)
  }

  /// Whether the search has gone on from the present state before. If so, adds what it came to there, and if not, notes the
  /// state. The states of choices that are made again are known.
  private func isVisitedState() -> Bool {
    guard putsBackMemory && path.isAtEnd && !isReplay && ledger.followUp == nil else { return false }
    guard !plan.dividesAlways else { return false }
    let state = ScheduleState([cs_digest_of_memory(), cs_digest_of_order(), cs_digest_of_pauses(), scheduler.digest])
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
    ledger[.hasBegun] = 1
    cs_begin_unordered()
    run.cancelFirst()
    cs_end_unordered()
    scheduler.runOwnJobs()
    trace?.end(["is canceled \(time)"])
  }

  private func runJob(_ turn: Turn, _ run: ScheduleRun) {
    let job = scheduler.job(of: turn)
    trace?.begin(turn)
    ledger[.hasBegun] = 1
    if ledger[.isRehearsing] == 1 { rehearsal.note(job, on: scheduler.number(of: job.executor)) }
    if job.task <= plan.tasks && (job.isOnActor || !job.isFirst) { ledger[.isFollowed] = 1 }
    runJob(turn)
    if !scheduler.paused.isEmpty { ledger[.isFollowed] = 1 }
    unguarded.note(changesOn: job.executor)
    ledger.shared.beat()
    jobs += 1
    trace?.end(run.news(of: job.task), of: job, isWaiting: run.isWaiting(job.task))
    if jobs > Self.mostJobs {
      stop(
        "a schedule has more than \(HumanFormat.grouped(Self.mostJobs)) jobs, as a loop has that waits by looking again"
      )
    }
  }

  /// Runs a job up to where it paused in the schedule before, and otherwise to where it has to, and notes that.
  private func runJob(_ turn: Turn) {
    guard ledger[.divides] == 1 && ledger[.isRehearsing] == 0 else {
      _ = scheduler.run(turn, pausingAt: isReplay ? 0 : nil)
      return
    }
    guard path.depth < Ledger.mostLevels else { stop(deviation) }
    let index = path.depth
    let expected = path.beginNote()
    ledger.note(path.levels[index], at: index)
    let pause = scheduler.run(turn, pausingAt: expected)
    guard let level = path.note(pause, at: index, expected: expected) else { stop(deviation) }
    ledger.change(level, at: index)
  }

  /// - Parameter rehearsed: The choice in the schedule that does not count.
  private func choose(_ width: Int, mark: UInt32, rehearsed: Int = 0) -> Int {
    guard width > 1 else { return 0 }
    guard ledger[.isRehearsing] == 0 else { return rehearsed }
    guard path.depth < Ledger.mostLevels, let level = path.choose(width: width, mark: mark) else { stop(deviation) }
    ledger.note(level, at: path.depth - 1)
    return level.choice
  }

  var deviation: String {
    if isReplay { return "the schedules are no longer those that the code was made for; check again" }
    guard path.depth < Ledger.mostLevels else { return "a schedule has too many choices" }
    let jobs = scheduler.ready.map { "task \($0.task)" }.joined(separator: ", ")
    return
      "after the same \(HumanFormat.counted(path.depth, "choice")), other jobs were ready than in the schedule before (now"
      + " \(jobs)), so the program does not repeat itself; likely it depends on a global, a random number or the"
      + " order of a Set"
  }

  /// Decides whether a building fails, and counts it.
  func decideBuilding(canFail: Bool) -> Bool {
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
