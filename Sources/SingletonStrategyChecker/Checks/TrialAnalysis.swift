import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// An analysis of one complete execution of a trial, by the same definitions as in the native engine.
struct TrialAnalysis {
  private let traits: Traits
  private let shape: WorkloadShape
  /// Whether accesses to different classes or owners are compared too, because more than one instance is declared.
  private let countsAcrossGroups: Bool

  init(_ scenario: Scenario, _ traits: Traits, declared: Expectation) {
    self.traits = traits
    shape = WorkloadShape(
      TrialPlan(scenario, traits: traits, rounds: Trial.rounds), traits: traits)
    countsAcrossGroups = declared.allowed.contains(.instances)
  }

  /// Calls `found` with each finding and the events that it is about.
  func forEachFinding(of trial: Trial, in graph: ExecutionGraph, _ found: (Defect, [EventID]) -> Void) {
    seenByThreads(trial, graph, found)
    differentInstances(trial, graph, found)
    let lives = InstanceLifetimes(trial, graph)
    if lives.initialized.isEmpty { return }
    for events in lives.initializedAgain { found(.reinits, events) }
    let overlap = lives.overlap(in: graph, allowed: aliveAllowed, perClass: shape.promise == .oneInstancePerClass)
    if let overlap { found(.liveMax, overlap) }
    if let events = initializedTooOften(lives, overlaps: overlap != nil) { found(.inits, events) }
  }

  private func seenByThreads(
    _ trial: Trial, _ graph: ExecutionGraph, _ found: (Defect, [EventID]) -> Void
  ) {
    for number in trial.records.indices where trial.records[number].seen != 0 {
      for defect in Defect.allCases {
        guard let known = trial.records[number].event(of: defect) else { continue }
        let event = graph.event(known: known, to: number)
        // A thread that is refused at its first access has no events.
        found(defect, event.index < graph.count(of: number) ? [event] : [])
      }
    }
  }

  /// Reports accesses that got different instances. If the promise is one instance alive, instances may follow one
  /// another, so nothing is reported unless more than one instance is declared.
  private func differentInstances(
    _ trial: Trial, _ graph: ExecutionGraph, _ found: (Defect, [EventID]) -> Void
  ) {
    if case .oneAlive = shape.promise, !countsAcrossGroups { return }
    var first: [Int: (name: UInt, event: EventID)] = [:]
    for access in trial.accesses(in: graph) {
      let group = countsAcrossGroups ? 0 : group(of: access)
      if let other = first[group] {
        if other.name != access.instance.name { found(.instances, [other.event, access.event]) }
      } else {
        first[group] = (access.instance.name, access.event)
      }
    }
  }

  private func group(of access: Trial.Access) -> Int {
    let kind = Scenario.ThreadKind(
      isOdd: access.caller % 2 == 1, isInterfering: Trial.isInterfering(access.caller))
    return shape.group(ofAccess: access.number, by: kind)
  }

  private var aliveAllowed: Int { traits.contains(.livesPerOwner) ? .max : shape.groupCount }

  /// Returns the initializations if there are more of them than lifetimes; otherwise `nil`.
  ///
  /// An instance that is initialized again always counts. If no instance ends, there is one lifetime per class. If
  /// instances end, a lifetime begins whenever no other instance of its class is alive.
  private func initializedTooOften(_ lives: InstanceLifetimes, overlaps: Bool) -> [EventID]? {
    guard !traits.contains(.livesPerOwner), !traits.contains(.hasOwners) else { return nil }
    if let again = lives.initializedAgain.first { return again }
    guard lives.initialized.count > 1 else { return nil }
    if lives.ended.isEmpty { return lives.initialized.count > lives.classes ? lives.initialized : nil }
    return overlaps ? lives.initialized : nil
  }
}

extension Trial {
  struct Access {
    let caller: Int
    let number: Int
    let instance: ModelInstance
    let event: EventID
  }

  /// Returns the accesses that got an instance.
  func accesses(in graph: ExecutionGraph) -> [Access] {
    var accesses: [Access] = []
    for thread in records.indices {
      for number in 0..<CallerRecord.mostAccesses where records[thread].accesses & 1 << UInt(number) != 0 {
        guard let instance = ModelInstance(word: records[thread].results[number]) else { continue }
        let event = graph.event(known: Int(records[thread].resultEvents[number]), to: thread)
        accesses.append(Access(caller: records[thread].index, number: number, instance: instance, event: event))
      }
    }
    return accesses
  }
}
