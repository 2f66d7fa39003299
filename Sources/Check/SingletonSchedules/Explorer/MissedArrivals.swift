/// Finds out whether jobs arrive on an actor in orders that the search leaves out.
///
/// A job runs as a whole in the search. If it enqueues two jobs on an actor, another one that runs at the same time can
/// enqueue its own between them, and no schedule has that. Nor does one have what a task enqueues on an actor before the
/// job that has made it ready does. What orders the two jobs otherwise is not looked for, except that they are of one task or
/// on one actor.
struct MissedArrivals {
  fileprivate struct Source: Hashable {
    let task: Int
    let actor: UnsafeMutableRawPointer?

    func isOrdered(with other: Source) -> Bool { task == other.task || (actor != nil && actor == other.actor) }
  }

  /// What the search leaves out, or `nil` if there is nothing.
  private(set) var reason: String?
  /// The jobs that have enqueued on each actor, and those that have done so twice, in all schedules: a schedule that goes
  /// on as an earlier one did is not run to its end.
  private var once: [UnsafeMutableRawPointer: Set<Source>] = [:]
  private var twice: [UnsafeMutableRawPointer: Set<Source>] = [:]
  /// The jobs that have enqueued on each actor after they had made tasks ready, with these tasks, and the tasks that each task
  /// has made ready.
  private var late: [UnsafeMutableRawPointer: [Source: Set<Int>]] = [:]
  private var made: [Int: Set<Int>] = [:]

  /// The job that runs.
  struct Running {
    fileprivate let source: Source
    /// The actors on which it has enqueued.
    fileprivate var reached: Set<UnsafeMutableRawPointer> = []
    /// The tasks that it has made ready.
    fileprivate var made: Set<Int> = []

    /// A mark of what the job has enqueued on, and made ready.
    var mark: UInt64 {
      reached.reduce(made.reduce(1) { $0 &+ UInt64($1) &* 37 }) { $0 &+ UInt64(UInt(bitPattern: $1)) &* 31 }
    }

    /// Creates a job that begins to run, on an actor or on none.
    init(task: Int, on actor: UnsafeMutableRawPointer?) { source = Source(task: task, actor: actor) }
  }

  var running = Running(task: 0, on: nil)

  /// Notes that the running job makes a task ready.
  mutating func note(ready task: Int) {
    guard task != running.source.task else { return }
    running.made.insert(task)
    made[running.source.task, default: []].insert(task)
  }

  /// Notes that the running job enqueues another one on an actor.
  mutating func note(on target: UnsafeMutableRawPointer) {
    once[target, default: []].insert(running.source)
    if !running.reached.insert(target).inserted { twice[target, default: []].insert(running.source) }
    if !running.made.isEmpty { late[target, default: [:]][running.source, default: []].formUnion(running.made) }
    guard reason == nil, let once = once[target] else { return }
    if twice[target, default: []].contains(where: { first in once.contains { !$0.isOrdered(with: first) } }) {
      reason =
        "a job enqueues two others on one actor, and no schedule has one between them that a job of another task enqueues"
        + " there at the same time"
    } else if late[target, default: [:]].contains(where: { job, tasks in
      let all = reached(from: tasks)
      return once.contains { all.contains($0.task) && !$0.isOrdered(with: job) }
    }) {
      reason =
        "a job makes a task ready and then enqueues on an actor, and no schedule has what that task enqueues there before it"
    }
  }

  /// Returns these tasks, those that they have made ready, and so on.
  private func reached(from tasks: Set<Int>) -> Set<Int> {
    var (all, last) = (tasks, tasks)
    while !last.isEmpty {
      last = Set(last.flatMap { made[$0] ?? [] }).subtracting(all)
      all.formUnion(last)
    }
    return all
  }
}
