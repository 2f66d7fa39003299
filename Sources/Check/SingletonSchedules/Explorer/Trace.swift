import CSingletonSchedules
import SingletonPlatform

/// The steps of a replayed schedule, written to the ledger as they happen, so that a crash leaves those before it.
final class Trace {
  /// The ends of a field and of a step.
  static let fieldEnd: Character = "\u{1f}"
  static let stepEnd: Character = "\u{1e}"
  /// The place of a job that waits for a time.
  static let timer = "timer"
  /// What stands before the addresses of code before which a job pauses.
  static let pauseMark = "@"
  private static let mostFunctions = 8

  private let ledger: Ledger
  private unowned let scheduler: Scheduler
  private var notes: [String] = []
  private var stepCount: UInt32 = 0

  init(_ ledger: Ledger, _ scheduler: Scheduler) {
    self.ledger = ledger
    self.scheduler = scheduler
    scheduler.noteArrival = { [unowned self] in note($0) }
  }

  func note(_ text: String) { notes.append(text) }

  func beginAgain() { stepCount = 0 }

  /// Begins a step.
  ///
  /// - Parameter turn: The job that runs, or `nil` if the check cancels the first task.
  func begin(_ turn: Turn?) {
    notes = []
    stepCount += 1
    cs_begin_step(stepCount)
    let job = turn.map(scheduler.job)
    let place = job.map(place(of:)) ?? ""
    let time = max(scheduler.elapsed, job?.deadline.map(scheduler.elapsed) ?? 0)
    if case .paused(let index) = turn {
      append([String(job!.task), place, text(before: scheduler.paused[index]), String(time), ""])
      return
    }
    let functions = job.map { $0.deadline == nil ? continuations(of: $0) : [] } ?? []
    append([String(job?.task ?? 1), place, text(functions), String(time), text(job.map(entries) ?? [])])
  }

  /// Notes the jobs that wait for locks which are never given back, each in a step of its own.
  func noteBlocked() {
    for paused in scheduler.paused {
      let (job, holder) = (paused.job, cs_holder_for(paused.stack))
      let owner = scheduler.paused.first { $0.stack == holder }.map(\.job.task) ?? 0
      append([String(job.task), place(of: job), text(before: paused), String(scheduler.elapsed), "", "", String(owner)])
      ledger.addStep(String(Self.stepEnd))
    }
  }

  /// Returns the place before which a job pauses.
  private func text(before paused: PausedJob) -> String { Self.pauseMark + text(paused.codes) }

  /// Returns the addresses of the function in which a task continues, of the one to which that returns, and so on.
  private func continuations(of job: ReadyJob) -> [UInt] { functions { cs_continuations(job.job, $0, $1) } }

  /// Returns the addresses of the functions with which a task begins; empty if it has begun.
  private func entries(of job: ReadyJob) -> [UInt] {
    job.deadline == nil && job.isFirst ? functions { cs_entries(job.job, $0, $1) } : []
  }

  private func functions(_ find: (UnsafeMutablePointer<UnsafeRawPointer?>, Int32) -> Int32) -> [UInt] {
    var functions = [UnsafeRawPointer?](repeating: nil, count: Self.mostFunctions)
    let count = find(&functions, Int32(functions.count))
    return functions.prefix(Int(count)).map { UInt(bitPattern: $0) }
  }

  func noteLateCaller(_ task: Int, judges: Bool) {
    append([String(task), "", "", String(scheduler.elapsed), ""])
    stepCount += 1
    notes = []
    end([judges ? "judges what all have got" : "begins after all others"])
  }

  /// Ends a step.
  ///
  /// - Parameters:
  ///   - job: The job that has run, or `nil` if none has.
  ///   - isWaiting: Whether it is that of a caller whose call has not ended.
  func end(_ news: [String], of job: ReadyJob? = nil, isWaiting: Bool = false) {
    append([job.map { wait(of: $0, isWaiting: isWaiting) } ?? "", ""] + notes + news)
    ledger.addStep(String(Self.stepEnd))
  }

  /// Returns where a job pauses, or else where it waits if it does.
  private func wait(of job: ReadyJob, isWaiting: Bool) -> String {
    if let paused = scheduler.paused.first(where: { $0.job.job == job.job }) { return text(before: paused) }
    return isWaiting && !scheduler.ready.contains { $0.job == job.job } ? text(continuations(of: job)) : ""
  }

  private func text(_ functions: [UInt]) -> String { functions.map(String.init).joined(separator: " ") }

  private func append(_ fields: [String]) { ledger.addStep(fields.map { $0 + String(Self.fieldEnd) }.joined()) }

  private func note(_ job: ReadyJob) {
    if let deadline = job.deadline {
      notes.append("sleeps until \(Self.text(scheduler.elapsed(at: deadline)))")
    } else if cs_only_resumes(job.job) || job.startsCaller {
      return
    } else if job.task == scheduler.current {
      notes.append("next on \(place(of: job))")
    } else {
      notes.append(job.isFirst ? "starts task \(job.task)" : "resumes task \(job.task)")
    }
  }

  static func text(_ nanoseconds: UInt64) -> String { DurationFormat.text(.nanoseconds(nanoseconds)) }

  private func place(of job: ReadyJob) -> String {
    guard job.deadline == nil else { return Self.timer }
    guard let identity = job.executor.identity else { return "no actor" }
    if identity == cs_main_executor().identity { return "main actor" }
    return String(describing: type(of: Unmanaged<AnyObject>.fromOpaque(identity).takeUnretainedValue()))
  }
}
