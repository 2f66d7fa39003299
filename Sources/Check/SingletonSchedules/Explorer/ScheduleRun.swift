/// The callers of one schedule. It is in the memory of the schedule, so that what they got is part of its state.
final class ScheduleRun: @unchecked Sendable {
  // Unchecked: all jobs of a schedule run on one thread, one after another.

  private let plan: Plan
  /// Asks the owner. The owner is made within the run, which counts its buildings.
  var access: (_ caller: Int) -> Exploration.Access = { _ in { nil } }
  /// Judges what all have got.
  var judge: (@Sendable ([Returned]) async -> Bool)?
  var observation: Observation
  /// The number of the task of the late caller.
  private(set) var lateTask: Int?
  private var first: Task<Void, Never>?
  /// The instances in the order in which callers got them.
  private var known: [AnyObject] = []

  init(_ plan: Plan) {
    self.plan = plan
    observation = Observation(callers: Array(repeating: .waiting, count: plan.tasks), failures: plan.failsFirst ? 1 : 0)
  }

  func startCallers(_ scheduler: Scheduler) {
    for index in 0..<plan.tasks { _ = startCaller(index, scheduler, number: index + 1) }
  }

  /// Whether a caller is to ask, or judge, now that all others have ended.
  var wantsLateCaller: Bool {
    plan.hasLateCaller && !hasWaitingCaller && (judge == nil || observation.instances.count == plan.tasks)
  }

  /// Starts a caller that asks, or judges, after all others have ended.
  func startLateCaller(_ scheduler: Scheduler) {
    if judge == nil {
      inSchedule {
        observation.lateCaller = plan.tasks
        observation.callers.append(.waiting)
      }
    }
    lateTask = startCaller(plan.tasks, scheduler, number: nil)
  }

  private func startCaller(_ index: Int, _ scheduler: Scheduler, number: Int?) -> Int {
    scheduler.startCaller(number) {
      let task = Task.detached { [self] in await CallerCode.shared.ask(self, index) }
      if index == 0 { first = task }
    }
  }

  /// Calls the accessor for a caller, and notes what it gets.
  fileprivate func ask(_ index: Int, _ code: isolated CallerCode) async {
    if let judge, index == plan.tasks {
      observation.isExpected = await judge(observation.instances.map { unsafeDowncast($0, to: Returned.self) })
      return
    }
    let access = access(index)
    do { observation.callers[index] = .returned(try await access()) } catch {
      observation.callers[index] = .threw(error)
    }
  }

  var hasWaitingCaller: Bool {
    observation.callers.contains { if case .waiting = $0 { true } else { false } }
  }

  /// Whether the first caller can be canceled now. After its end, that would change nothing.
  var canCancel: Bool {
    guard plan.cancelsFirst, observation.canceled == nil, observation.lateCaller == nil,
      case .waiting = observation.callers[0]
    else { return false }
    return true
  }

  func cancelFirst() {
    observation.canceled = 0
    inSchedule { first?.cancel() }
  }

  /// Returns in words what the call of a task has come to, or nothing if the task is no caller.
  func news(of task: Int) -> [String] {
    guard let index = index(of: task) else { return [] }
    switch observation.callers[index] {
    case .waiting: return []
    case .returned(nil): return ["returns nil"]
    case .returned(let instance?): return ["returns \(name(of: instance))"]
    case .threw(let error): return ["throws \(error)"]
    }
  }

  /// Whether a task is a caller whose call has not ended.
  func isWaiting(_ task: Int) -> Bool {
    guard let index = index(of: task), case .waiting = observation.callers[index] else { return false }
    return true
  }

  private func index(of task: Int) -> Int? {
    let index = task == lateTask ? plan.tasks : task - 1
    return observation.callers.indices.contains(index) ? index : nil
  }

  private func name(of instance: AnyObject) -> String {
    if plan.judgesValues { return unsafeDowncast(instance, to: Returned.self).description }
    let index = known.firstIndex { $0 === instance } ?? known.count
    if index == known.count { known.append(instance) }
    return index < 26 ? String(UnicodeScalar(UInt8(65 + index))) : "instance \(index + 1)"
  }
}

/// The actor on which the callers' own code runs, which is part of the check and not of the code under test.
///
/// Its jobs touch nothing that the code under test does, so they run at once, without a choice.
actor CallerCode {
  static let shared = CallerCode()

  func ask(_ run: ScheduleRun, _ index: Int) async { await run.ask(index, self) }
}
