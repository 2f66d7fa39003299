/// Finds out whether jobs arrive on an actor in orders that the search leaves out.
///
/// A job runs as a whole in the search. If it enqueues two jobs on an actor, another one that runs at the same time can
/// enqueue its own between them, and no schedule has that. What orders the two jobs otherwise is not looked for, except
/// that they are of one task or on one actor.
struct MissedArrivals {
  fileprivate struct Source: Hashable {
    let task: Int
    let actor: UnsafeMutableRawPointer?

    func isOrdered(with other: Source) -> Bool { task == other.task || (actor != nil && actor == other.actor) }
  }

  /// Whether there are such orders.
  private(set) var exist = false
  /// The jobs that have enqueued on each actor, and those that have done so twice, in all schedules: a schedule that goes
  /// on as an earlier one did is not run to its end.
  private var once: [UnsafeMutableRawPointer: Set<Source>] = [:]
  private var twice: [UnsafeMutableRawPointer: Set<Source>] = [:]

  /// The job that runs.
  struct Running {
    fileprivate let source: Source
    /// The actors on which it has enqueued.
    fileprivate var reached: Set<UnsafeMutableRawPointer> = []

    /// A mark of what the job has enqueued on.
    var mark: UInt64 { reached.reduce(1) { $0 &+ UInt64(UInt(bitPattern: $1)) &* 31 } }

    /// Creates a job that begins to run, on an actor or on none.
    init(task: Int, on actor: UnsafeMutableRawPointer?) { source = Source(task: task, actor: actor) }
  }

  var running = Running(task: 0, on: nil)

  /// Notes that the running job enqueues another one on an actor.
  mutating func note(on target: UnsafeMutableRawPointer) {
    once[target, default: []].insert(running.source)
    if !running.reached.insert(target).inserted { twice[target, default: []].insert(running.source) }
    guard !exist, let twice = twice[target], let once = once[target] else { return }
    exist = twice.contains { first in once.contains { !$0.isOrdered(with: first) } }
  }
}
