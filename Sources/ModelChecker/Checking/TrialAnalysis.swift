import Outcomes
import Strategies

/// What one complete execution of a trial shows, by the definitions by which the native engine counts.
struct TrialAnalysis {
  private let traits: Traits
  private let shape: RaceShape
  /// More than one instance is declared: then it is shown by instances of different classes or owners too.
  private let countsAcrossGroups: Bool

  init(_ scenario: Scenario, _ traits: Traits, declared: Expectation) {
    self.traits = traits
    shape = RaceShape(of: scenario, traits: traits)
    countsAcrossGroups = declared.allowed.contains(.instances)
  }

  /// Each finding, with the events that it is about.
  func forEachFinding(of trial: StrategyTrial, in graph: ExecutionGraph, _ found: (CheckFinding, [EventID]) -> Void) {
    seenByThreads(trial, graph, found)
    differentInstances(trial, graph, found)
    let lives = Lives(trial, graph)
    if lives.initialised.isEmpty { return }
    for events in lives.initialisedAgain { found(.observed(.reinits), events) }
    let overlap = lives.overlap(in: graph, allowed: aliveAllowed, perClass: shape.promise == .oneInstancePerClass)
    if let overlap { found(.observed(.liveMax), overlap) }
    if let events = initialisedTooOften(lives, overlaps: overlap != nil) { found(.observed(.inits), events) }
  }

  private func seenByThreads(
    _ trial: StrategyTrial, _ graph: ExecutionGraph, _ found: (CheckFinding, [EventID]) -> Void
  ) {
    for number in trial.records.indices where trial.records[number].seen != 0 {
      for observation in Observation.allCases {
        guard let known = trial.records[number].event(of: observation) else { continue }
        let event = graph.event(known: known, to: number)
        // A thread that was refused at once has done nothing.
        found(.observed(observation), event.index < graph.count(of: number) ? [event] : [])
      }
    }
  }

  /// Instances may follow one another where the promise is one alive.
  private func differentInstances(
    _ trial: StrategyTrial, _ graph: ExecutionGraph, _ found: (CheckFinding, [EventID]) -> Void
  ) {
    if case .oneAlive = shape.promise, !countsAcrossGroups { return }
    var first: [Int: (name: UInt, event: EventID)] = [:]
    for access in trial.accesses(in: graph) {
      let group = countsAcrossGroups ? 0 : shape.groupOf(access.caller, access.number, access.caller == 0)
      if let other = first[group] {
        if other.name != access.instance.name { found(.observed(.instances), [other.event, access.event]) }
      } else {
        first[group] = (access.instance.name, access.event)
      }
    }
  }

  private var aliveAllowed: Int { traits.contains(.livesPerOwner) ? .max : shape.groupCount }

  /// More initialisations than lifetimes. Where nothing ends there is one lifetime a class; where lives end, one begins
  /// whenever no other of its class is alive.
  private func initialisedTooOften(_ lives: Lives, overlaps: Bool) -> [EventID]? {
    guard !traits.contains(.livesPerOwner), !traits.contains(.hasOwners) else { return nil }
    if let again = lives.initialisedAgain.first { return again }
    guard lives.initialised.count > 1 else { return nil }
    if lives.ended.isEmpty { return lives.initialised.count > lives.classes ? lives.initialised : nil }
    return overlaps ? lives.initialised : nil
  }
}

extension StrategyTrial {
  struct Access {
    let caller: Int
    let number: Int
    let instance: ModelInstance
    let event: EventID
  }

  /// What each access got that got anything.
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
