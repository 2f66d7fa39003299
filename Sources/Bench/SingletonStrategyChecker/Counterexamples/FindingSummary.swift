import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

struct FindingSummary {
  let finding: Defect
  let trial: Trial
  let replay: Replay
  let concerned: [PerformedOperation]
  let description: StepDescription

  var text: String {
    let who = concerned.map { name(of: $0.thread) }
    let first = who.first ?? "a thread"
    let second = who.last ?? "another"
    let instances = concerned.map(instance)
    let (a, b) = (instances.first ?? "an instance", instances.last ?? "another")
    switch finding {
    case .halfBuilt:
      return "\(first) gets a half-built instance: \(a) is not initialized as far as it can see."
    case .instances: return "\(first) gets \(a) and \(second) gets \(b): two instances."
    case .reinits: return "\(a) is initialized by \(first) and again by \(second): its state is lost."
    case .inits: return "\(a) and \(b) are both initialized: more instances than needed."
    case .wrongClass: return "\(first) gets \(a), which is not an instance of the class that it asked."
    case .usedAfterDestroy: return "\(second) uses \(b) after its end."
    case .nilResults: return "\(first) gets nil."
    case .liveMax: return "\(a) and \(b) are alive at the same time."
    case .nestedInits: return "\(first) enters the initializer from inside the initializer."
    case .leaked: return "\(first) finds an instance still alive, although no thread holds it."
    case .refused, .crash, .unexpected: return "\(first): \(finding.meaning)."
    case .trap: return trap(first)
    case .hang:
      let waiting = who.isEmpty ? "the threads" : who.joined(separator: " and ")
      return "\(waiting) wait\(who.count == 1 ? "s" : "") forever."
    case .race: return race(first, second)
    }
  }

  private func race(_ first: String, _ second: String) -> String {
    let verbs = concerned.map { $0.written == nil ? "reads" : "writes" }
    guard verbs.count == 2 else { return "two threads race on plain memory." }
    let what = concerned.contains { $0.operation.stepKind == .look } ? "the instance's field" : "it"
    return "\(first) \(verbs[0]) and \(second) \(verbs[1]) \(what), and nothing orders the two: a data race."
  }

  private func trap(_ who: String) -> String {
    if concerned.contains(where: \.endsInVain) {
      return "\(who) waits until the semaphore's time limit, and treats that as a failed assertion."
    }
    if replay.failures.values.contains(FailureCode.reentry.rawValue) {
      return "\(who) asks for a primitive that it already holds, which stops the process."
    }
    // A message must fit in one line of standard error.
    let message = replay.failures.values.lazy.compactMap(FailureCode.message).first?.prefix { $0 != "\n" }
    return "\(who) fails an assertion, which stops the process\(message.map { ": \($0)" } ?? "")."
  }

  private func name(of thread: Int) -> String {
    trial.caller(ofThread: thread).map { "thread \($0 + 1)" } ?? "the preparation"
  }

  private func instance(_ performed: PerformedOperation) -> String {
    description.letter(at: Int(performed.operation.location)) ?? performed.read.map { description.letter($0) }
      ?? "an instance"
  }
}
