import Outcomes
import Strategies

/// What went wrong, in one sentence in plain words.
struct Sentence {
  private let finding: CheckFinding
  private let trial: StrategyTrial
  private let rehearsal: Rehearsal
  private let concerned: [Rehearsal.ToldStep]

  init(_ finding: CheckFinding, _ trial: StrategyTrial, _ rehearsal: Rehearsal, _ schedule: Schedule) {
    self.finding = finding
    self.trial = trial
    self.rehearsal = rehearsal
    concerned = schedule.concerned.filter { rehearsal.steps.indices.contains($0) }.map { rehearsal.steps[$0] }
  }

  func text(_ words: inout StepWords) -> String {
    let who = concerned.map { name(of: $0.thread) }
    let first = who.first ?? "a thread"
    let second = who.last ?? "another"
    let instances = concerned.map { instance($0, &words) }
    let (a, b) = (instances.first ?? "an instance", instances.last ?? "another")
    switch finding {
    case .observed(.halfBuilt):
      return "\(first) gets a half-built instance: \(a) is not initialised as far as it can see."
    case .observed(.instances): return "\(first) gets \(a) and \(second) gets \(b): two instances."
    case .observed(.reinits): return "\(a) is initialised by \(first) and again by \(second): its state is lost."
    case .observed(.inits): return "\(a) and \(b) are both initialised: more often than instances are needed."
    case .observed(.wrongClass): return "\(first) gets \(a), which is of another class than the one it asked."
    case .observed(.usedAfterDestroy): return "\(second) uses \(b) after its end."
    case .observed(.nilResults): return "\(first) gets nil."
    case .observed(.liveMax): return "\(a) and \(b) are alive at one time."
    case .observed(.nestedInits): return "\(first) enters the initialiser from inside the initialiser."
    case .observed(let other): return "\(first): \(other.words)."
    case .trap: return trap(first)
    case .hang: return "\(list(who)) wait\(who.count == 1 ? "s" : "") for what will never come."
    case .race: return race(first, second)
    }
  }

  private func race(_ first: String, _ second: String) -> String {
    let verbs = concerned.map { $0.written == nil ? "reads" : "writes" }
    guard verbs.count == 2 else { return "two threads race on plain memory." }
    let what = concerned.contains { StepMeaning(rawValue: $0.operation.tag) == .look } ? "the instance's field" : "it"
    return "\(first) \(verbs[0]) and \(second) \(verbs[1]) \(what), and nothing orders the two: a data race."
  }

  private func trap(_ who: String) -> String {
    if concerned.contains(where: \.hasTimedOut) {
      return "\(who) waits until the semaphore's limit, and takes that for a failed assertion."
    }
    let isReentry = rehearsal.failures.values.contains(FailureCode.reentry.rawValue)
    return isReentry
      ? "\(who) asks again for what it holds already, which stops the process."
      : "\(who) fails an assertion, which stops the process."
  }

  private func name(of thread: Int) -> String {
    thread < trial.preparing ? "the preparation" : "thread \((thread - trial.preparing) % trial.callers + 1)"
  }

  private func list(_ names: [String]) -> String { names.isEmpty ? "the threads" : names.joined(separator: " and ") }

  private func instance(_ step: Rehearsal.ToldStep, _ words: inout StepWords) -> String {
    switch trial.state.memory.name(of: Int(step.operation.location)) {
    case .field(let instance), .life(let instance): words.letter(instance)
    default: step.read.map { words.letter($0) } ?? "an instance"
    }
  }
}
