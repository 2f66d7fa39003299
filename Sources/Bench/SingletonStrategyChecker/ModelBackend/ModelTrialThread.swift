import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

struct ModelTrialThread<S: Strategy>: TrialThread where S.B == ModelBackend {
  let strategy: S
  let caller: ModelCaller
  var instance: ModelInstance?
  /// Whether results must outlive their phase, because each phase of a caller is a separate modeled thread.
  private let keepsResults: Bool

  init(_ caller: ModelCaller, callers: Int, keepsResults: Bool) {
    self.caller = caller
    self.keepsResults = keepsResults
    var cell = ModelCell(callers: callers, caller: caller)
    strategy = S(&cell)
  }

  mutating func record(
    _ result: ModelInstance?, ofAccess number: Int, of class: InstanceClass, holding: Bool
  ) {
    caller.record(result, ofAccess: number)
    if let instance = result, instance.class != `class` { caller.note(.wrongClass) }
    if keepsResults { caller.perform(.store(note(number), result?.word ?? 0, .plain), .note) }
    guard let instance = result else { return }
    if holding && !S.traits.contains(.returnsRetained) { strategy.retain(instance, caller) }
  }

  mutating func recordRefusal(ofAccess number: Int) {
    caller.note(.refused)
    caller.record.pointee.initializerThrew = caller.record.pointee.insideInitializers != 0
  }

  mutating func endAction() {}

  func use(_ instance: ModelInstance) { caller.perform(.load(caller.field(of: instance), .plain), .look) }

  func recall(_ number: Int) -> ModelInstance? {
    ModelInstance(word: caller.perform(.load(note(number), .plain), .note))
  }

  private func note(_ number: Int) -> Int {
    caller.location(.note(thread: caller.record.pointee.index, number: number))
  }

  func expectEnd(of instance: ModelInstance) { if !caller.hasEnded(instance) { caller.note(.leaked) } }

  func beginReentry(_ call: Scenario.InitializerCall) {
    caller.record.pointee.reentries = 0
    caller.record.pointee.mostReentries = call.count
  }

  func endReentry() { caller.record.pointee.mostReentries = 0 }

  // A modeled caller is a thread, and has no task to cancel.
  func beginFailure(_ failure: Scenario.InitializerFailure) { caller.record.pointee.throwsNext = failure == .error }

  func endFailure() { caller.record.pointee.throwsNext = false }
}
