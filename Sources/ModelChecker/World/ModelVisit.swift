import Outcomes
import Strategies

/// One modelled thread's part in a trial.
struct ModelVisit<S: Strategy>: TrialPart where S.W == ModelWorld {
  let strategy: S
  let caller: ModelCaller
  let isCulprit: Bool
  /// Racing threads come in every order, the children first among them.
  let childrenComeFirst = false
  /// Twice is the least that is again.
  let rounds = 2
  private let holdsAcrossPhases: Bool

  init(_ caller: ModelCaller, callers: Int, scenario: Scenario) {
    self.caller = caller
    isCulprit = caller.index == 0
    holdsAcrossPhases = scenario == .overRelease
    var cell = ModelCell(callers: callers, caller: caller)
    strategy = S(&cell)
  }

  @discardableResult
  mutating func access(
    _ number: Int, of class: InstanceClass, holding: Bool,
    _ door: (S, ModelCaller) throws(Refusal) -> ModelInstance?
  ) -> ModelInstance? {
    let result: ModelInstance?
    do {
      result = try door(strategy, caller)
    } catch {
      caller.note(.refused)
      return nil
    }
    guard let instance = result else {
      caller.note(.nilResults)
      keep(number, nil)
      return nil
    }
    let field = caller.perform(
      .load(caller.field(of: instance), .plain, tag: StepMeaning.look.rawValue))
    if field == 0 { caller.note(.halfBuilt) }
    if instance.class != `class` { caller.note(.wrongClass) }
    keep(number, instance)
    if holding && !S.traits.contains(.returnsRetained) { strategy.retain(instance, caller) }
    return instance
  }

  private func keep(_ number: Int, _ instance: ModelInstance?) {
    caller.record.pointee.results[number] = instance?.word ?? 0
    caller.record.pointee.resultEvents[number] = UInt(max(0, caller.record.pointee.events - 1))
    caller.record.pointee.accesses |= 1 << UInt(number)
    guard holdsAcrossPhases else { return }
    caller.perform(.store(note(number), instance?.word ?? 0, .plain, tag: StepMeaning.note.rawValue))
  }

  mutating func act(_ action: (S, ModelCaller) -> Void) { action(strategy, caller) }

  func use(_ instance: ModelInstance) {
    caller.perform(.load(caller.field(of: instance), .plain, tag: StepMeaning.look.rawValue))
  }

  /// A phase is a thread of its own, so what it knows of an earlier one goes through memory.
  func noted(_ number: Int) -> ModelInstance? {
    ModelInstance(word: caller.perform(.load(note(number), .plain, tag: StepMeaning.note.rawValue)))
  }

  private func note(_ number: Int) -> Int { caller.location(.note(thread: caller.index, number: number)) }

  mutating func whileArmed(_ body: (inout ModelVisit) -> Void) {
    caller.record.pointee.isArmed = true
    body(&self)
    caller.record.pointee.isArmed = false
  }
}
