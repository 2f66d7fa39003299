/// Finds out whether jobs arrive on an actor in orders that the search leaves out.
///
/// A job runs as a whole in the search. If it enqueues two jobs on an actor, another one that runs at the same time can
/// enqueue its own between them, and no schedule has that. What orders the two jobs otherwise is not looked for, except
/// that they are of one task or on one actor.
struct MissedArrivals {
  private struct Source: Hashable {
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
  private var task = 0
  private var actor: UnsafeMutableRawPointer?
  /// The actors on which the running job has enqueued.
  private var reached: Set<UnsafeMutableRawPointer> = []

  /// Notes that a job begins to run, on an actor or on none.
  mutating func begin(task: Int, on actor: UnsafeMutableRawPointer?) {
    (self.task, self.actor) = (task, actor)
    reached.removeAll()
  }

  /// Notes that the running job enqueues another one on an actor.
  mutating func note(on target: UnsafeMutableRawPointer) {
    let source = Source(task: task, actor: actor)
    once[target, default: []].insert(source)
    if !reached.insert(target).inserted { twice[target, default: []].insert(source) }
    guard !exist, let twice = twice[target], let once = once[target] else { return }
    exist = twice.contains { first in once.contains { !$0.isOrdered(with: first) } }
  }
}
