import CSingletonSchedules

/// The jobs of one schedule, one of which runs at a time.
///
/// It lives in a process that exists for one check, and has taken over the concurrency runtime there.
final class Scheduler {
  /// The scheduler of this process, or `nil` outside of a check. Set once, before the only thread that reads it starts a
  /// job.
  nonisolated(unsafe) static var active: Scheduler?

  /// The virtual time at which each schedule begins, in nanoseconds.
  private static let beginning: UInt64 = 1_000_000_000_000

  private(set) var ready: [ReadyJob] = []
  private(set) var paused: [PausedJob] = []
  private var now: UInt64 { cs_time() }
  /// The numbers of tasks in this schedule, by the runtime's numbers. Those of the callers come first.
  private var numbers: [UInt64: Int] = [:]
  private var nextNumber = 1
  /// The number of the caller that is being started, or `nil` if none is.
  private var startedCaller: Int?
  private var executors: [UnsafeMutableRawPointer: Int] = [:]
  private var started: Set<Int> = []
  private var memory = TaskMemory()
  private(set) var missedArrivals = MissedArrivals()
  private let callerCode = Unmanaged.passUnretained(CallerCode.shared).toOpaque()
  /// The task whose job is running, or 0 if it is the check itself.
  private(set) var current = 0
  /// The task that was the last to be chosen.
  private(set) var last = 0
  /// Whether the job that is running only resumes a task.
  private var isResuming = false
  /// Called with each job that becomes ready.
  var noteArrival: ((ReadyJob) -> Void)?
  /// Called when a building begins; returns whether it fails.
  var decideBuilding: ((_ canFail: Bool) -> Bool)?

  /// Whether jobs that have no code of the program run without a choice.
  private let isReduced: Bool

  init(isReduced: Bool) { self.isReduced = isReduced }

  func begin(callers: Int) {
    (ready, paused, numbers, executors, started) = ([], [], [:], [:], [])
    (nextNumber, last) = (callers + 1, 0)
    memory.begin()
    cs_begin_accesses()
    cs_set_time(Self.beginning)
  }

  /// Uses the types of what a schedule may be the first to need; see ``Exploration``.
  func useAll() {
    let executor = cs_main_executor()
    let job = ReadyJob(
      job: callerCode, executor: executor, task: number(of: executor), deadline: nil, isUnordered: false,
      isFirst: false,
      startsCaller: false)
    _ = end(job, 0)
    _ = paused.indices.filter { paused[$0].stack == 0 }.map(Turn.paused) + [.ready(0)]
    (paused, executors) = ([], [:])
    var arrivals = MissedArrivals()
    arrivals.note(ready: 1)
    for _ in 1...2 { arrivals.note(on: callerCode) }
  }

  /// Starts the task of a caller, up to its call of the accessor.
  ///
  /// - Parameter number: Its number, or `nil` for the next one.
  /// - Returns: Its number.
  func startCaller(_ number: Int?, _ start: () -> Void) -> Int {
    let caller = number ?? nextNumber
    nextNumber = max(nextNumber, caller + 1)
    startedCaller = caller
    inSchedule(start)
    startedCaller = nil
    runOwnJobs()
    return caller
  }

  /// Whether code of the program has run in a task.
  func hasBegun(_ task: Int) -> Bool { started.contains(task) }

  /// The time that has passed in this schedule, in nanoseconds.
  var elapsed: UInt64 { elapsed(at: now) }

  func elapsed(at time: UInt64) -> UInt64 { time < Self.beginning ? 0 : time - Self.beginning }

  func arrive(_ job: UnsafeMutableRawPointer, _ executor: cs_executor, _ arrival: cs_arrival, _ deadline: UInt64) {
    let task = number(of: job, isTimer: arrival == cs_arrival_delayed)
    let item = ReadyJob(
      job: job, executor: executor, task: task, deadline: arrival == cs_arrival_delayed ? deadline : nil,
      isUnordered: arrival != cs_arrival_enqueued || isResuming,
      isFirst: cs_is_task(job) && !started.contains(task), startsCaller: startedCaller != nil)
    ready.append(item)
    if let actor = executor.identity, actor != callerCode, !item.isUnordered {
      inCheck { missedArrivals.note(on: actor) }
    }
    if current != 0 { inCheck { missedArrivals.note(ready: task) } }
    if executor.identity != callerCode { noteArrival?(item) }
  }

  /// Returns the number of a job's task. What only resumes a task, or waits for a time, belongs to the task that made it.
  private func number(of job: UnsafeMutableRawPointer, isTimer: Bool) -> Int {
    guard cs_is_task(job), !isTimer else { return current }
    if let known = numbers[cs_task_number(job)] { return known }
    let number = startedCaller ?? nextNumber
    memory.add(number, madeBy: current, job)
    numbers[cs_task_number(job)] = number
    nextNumber = max(nextNumber, number + 1)
    return number
  }

  /// Returns the number of an executor in this schedule; 0 stands for no actor.
  func number(of executor: cs_executor) -> Int {
    guard let identity = executor.identity else { return 0 }
    if let known = executors[identity] { return known }
    executors[identity] = executors.count + 1
    return executors.count
  }

  func job(of turn: Turn) -> ReadyJob {
    switch turn {
    case .ready(let index): ready[index]
    case .paused(let index): paused[index].job
    }
  }

  /// Runs a job until its task is suspended or ends, or the job pauses.
  ///
  /// - Parameter pause: The number of the lock or atomic before which it pauses, from 1; 0 for none, or `nil` if it is to be
  ///   found out.
  /// - Returns: That number.
  func run(_ turn: Turn, pausingAt pause: Int?) -> Int {
    let job = job(of: turn)
    if let deadline = job.deadline, deadline > now { cs_set_time(deadline) }
    last = job.task
    started.insert(last)
    let pause = Int32(pause ?? cs_by_rule)
    let stack =
      switch turn {
      case .ready(let index): runJob(index, pausingAt: pause)
      case .paused(let index): goOn(index, pausingAt: pause)
      }
    let pausedAt = stack.map { Int(cs_pause_of($0)) } ?? 0
    runOwnJobs()
    return pausedAt
  }

  private func goOn(_ index: Int, pausingAt pause: Int32) -> Int32? {
    let paused = paused.remove(at: index)
    current = paused.job.task
    missedArrivals.running = paused.arrivals
    return end(paused.job, cs_go_on(paused.stack, pause) ? paused.stack : nil)
  }

  /// Ends the run of a job, which pauses if it has a stack.
  private func end(_ job: ReadyJob, _ stack: Int32?) -> Int32? {
    (current, isResuming) = (0, false)
    if let stack { paused.append(PausedJob(job: job, stack: stack, arrivals: missedArrivals.running)) }
    return stack
  }

  @discardableResult private func runJob(_ index: Int, pausingAt pause: Int32 = 0) -> Int32? {
    let job = ready.remove(at: index)
    (current, isResuming) = (job.task, cs_only_resumes(job.job))
    let isOwn = job.executor.identity == callerCode
    let actor = isOwn ? nil : job.executor.identity
    inCheck { missedArrivals.running = MissedArrivals.Running(task: current, on: actor) }
    let stack = cs_run(job.job, job.executor, actor, memory.part(of: job.task), isOwn, pause)
    return end(job, stack == cs_nobody ? nil : stack)
  }

  /// Runs the jobs that have no code of the program, so that when they run makes no difference: those of the callers' own
  /// code, and those that only resume a task, such as one that yields, which takes its place on its executor only when it
  /// is chosen.
  func runOwnJobs() {
    guard isReduced else { return }
    while let index = ready.firstIndex(where: isOwn) { runJob(index) }
  }

  private func isOwn(_ job: ReadyJob) -> Bool {
    guard job.deadline == nil else { return false }
    return cs_only_resumes(job.job) || job.executor.identity == callerCode || job.startsCaller
  }
}

// MARK: - Buildings

extension Scheduler {
  func beginBuilding() { _ = decideBuilding?(false) }
  func beginBuildingOrFail() -> Bool { decideBuilding?(true) ?? false }
}
