import SingletonModelChecker
import SingletonStrategyChecker

/// Executions that together show what threads do between their operations.
///
/// A thread's code between two operations depends on the values that its operations have got. So an execution is kept if
/// one of its threads has got two values, at two operations before a third one, that no kept execution has together.
struct Courses {
  private var courses: Set<Int> = [], pairs: Set<Int> = []
  private(set) var schedules: [Schedule] = []
  /// Whether no execution was left out for want of room.
  private(set) var isComplete = true
  /// The steps of the executions that are kept, and the most of them, because an audit takes a millisecond for each.
  private var steps = 0
  private static var mostSteps: Int { 512 }

  mutating func note(_ graph: ExecutionGraph) {
    guard isComplete else { return }
    var isNew = false
    for thread in 0..<graph.threadCount where noteCourse(of: thread, in: graph) { isNew = true }
    guard isNew else { return }
    let schedule = Schedule(of: Witness(of: graph, about: []), about: [], in: graph)
    steps += schedule.turns.count
    isComplete = steps <= Self.mostSteps
    if isComplete { schedules.append(schedule) }
  }

  /// Returns whether the thread has done something new.
  private mutating func noteCourse(of thread: Int, in graph: ExecutionGraph) -> Bool {
    let events = (0..<graph.count(of: thread)).map { graph[EventID(thread: thread, index: $0)] }
    let steps = events.map { event in
      let code = Int(bitPattern: event.operation.sourceLine), value = Int(bitPattern: event.value)
      return Self.hash([code, event.location, value, event.hasFailed ? 1 : 0])
    }
    guard courses.insert(Self.hash([thread] + steps)).inserted else { return false }
    var isNew = steps.isEmpty
    for (number, later) in steps.enumerated() {
      let next = number + 1 < events.count ? Int(bitPattern: events[number + 1].operation.sourceLine) : 0
      for earlier in steps[...number] where pairs.insert(Self.hash([thread, earlier, later, next])).inserted {
        isNew = true
      }
    }
    return isNew
  }

  private static func hash(_ words: [Int]) -> Int {
    var hasher = Hasher()
    for word in words { hasher.combine(word) }
    return hasher.finalize()
  }
}
