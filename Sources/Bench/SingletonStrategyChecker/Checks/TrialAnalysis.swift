import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// The analysis of one complete execution of a trial. Its definitions are those of the native engine.
struct TrialAnalysis {
  private let traits: Traits
  private let plan: TrialPlan
  /// Whether instances of different classes or owners are also compared, because the declaration allows more than one
  /// instance.
  private let countsAcrossGroups: Bool

  init(_ scenario: Scenario, _ traits: Traits, declared: Expectation) {
    self.traits = traits
    plan = TrialPlan(scenario, traits: traits, rounds: Trial.rounds)
    countsAcrossGroups = declared.allowed.contains(.instances)
  }

  /// Calls `found` with each finding and the events that it is about.
  func forEachFinding(of trial: Trial, in graph: ExecutionGraph, _ found: (Defect, [EventID]) -> Void) {
    seenByThreads(trial, graph, found)
    differentInstances(trial, graph, found)
    let lives = InstanceLifetimes(trial, graph)
    if lives.initialized.isEmpty { return }
    for events in lives.initializedAgain { found(.reinits, events) }
    let allowed = traits.contains(.livesPerOwner) ? .max : plan.groupCount
    let overlap = lives.overlap(in: graph, allowed: allowed, perClass: plan.promise == .oneInstancePerClass)
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
        // A thread that is refused in its first access has no events.
        found(defect, event.index < graph.count(of: number) ? [event] : [])
      }
    }
  }

  /// Reports accesses that got different instances. If the promise is that no two instances are alive at the same time,
  /// instances may follow one another, so different instances are reported only if they are declared.
  private func differentInstances(
    _ trial: Trial, _ graph: ExecutionGraph, _ found: (Defect, [EventID]) -> Void
  ) {
    if case .oneAlive = plan.promise, !countsAcrossGroups { return }
    var first: [Int: (name: UInt, event: EventID)] = [:]
    for thread in trial.records.indices {
      let record = trial.records.baseAddress! + thread
      for number in 0..<CallerRecord.mostAccesses where record.pointee.accesses & 1 << UInt(number) != 0 {
        guard let instance = ModelInstance(word: record.pointee.results[number]) else { continue }
        let event = graph.event(known: Int(record.pointee.resultEvents[number]), to: thread)
        let kind = Trial.kind(ofCaller: record.pointee.index)
        let group = countsAcrossGroups ? 0 : plan.group(ofAccess: number, by: kind)
        if let other = first[group] {
          if other.name != instance.name { found(.instances, [other.event, event]) }
        } else {
          first[group] = (instance.name, event)
        }
      }
    }
  }

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

/// The lifetimes of the instances of one execution: where each was initialized, and where it ended.
struct InstanceLifetimes {
  /// The first initialization of each instance.
  private(set) var initialized: [EventID] = []
  /// Pairs of initializations of the same instance.
  private(set) var initializedAgain: [[EventID]] = []
  private(set) var ended: [Int: EventID] = [:]
  private var instances: [ModelInstance] = []
  private var firstByField: [Int: Int] = [:]

  init(_ trial: Trial, _ graph: ExecutionGraph) {
    for thread in 0..<trial.records.count {
      for index in 0..<graph.count(of: thread) { note(EventID(thread: thread, index: index), trial, graph) }
    }
  }

  private mutating func note(_ id: EventID, _ trial: Trial, _ graph: ExecutionGraph) {
    let event = graph[id]
    if event.operation.stepKind == .destroy { ended[event.location] = id }
    guard event.operation.stepKind == .initialize, case .field(let word)? = trial.state.name(of: event.location),
      let instance = ModelInstance(word: word)
    else { return }
    if let first = firstByField[event.location] {
      initializedAgain.append([initialized[first], id])
    } else {
      firstByField[event.location] = initialized.count
      initialized.append(id)
      instances.append(instance)
    }
  }

  var classes: Int { Set(instances.map(\.class)).count }

  /// Returns the initializations of instances that may all be alive at the same time, if there are more than allowed,
  /// otherwise `nil`. Two instances may be alive together if neither ends before the other is initialized.
  func overlap(in graph: ExecutionGraph, allowed: Int, perClass: Bool) -> [EventID]? {
    guard initialized.count > (perClass ? 1 : allowed) else { return nil }
    if !perClass { return clique(of: allowed + 1, among: Array(initialized.indices), in: graph) }
    for `class` in [InstanceClass.parent, .child] {
      let members = initialized.indices.filter { instances[$0].class == `class` }
      if let pair = clique(of: 2, among: members, in: graph) { return pair }
    }
    return nil
  }

  private func clique(of size: Int, among members: [Int], in graph: ExecutionGraph) -> [EventID]? {
    func extend(_ chosen: [Int], from position: Int) -> [Int]? {
      if chosen.count == size { return chosen }
      for next in members.indices.dropFirst(position) where chosen.allSatisfy({ overlap($0, members[next], graph) }) {
        if let found = extend(chosen + [members[next]], from: next + 1) { return found }
      }
      return nil
    }
    guard size <= members.count else { return nil }
    return extend([], from: 0)?.map { initialized[$0] }
  }

  private func overlap(_ a: Int, _ b: Int, _ graph: ExecutionGraph) -> Bool {
    !endsBefore(a, b, graph) && !endsBefore(b, a, graph)
  }

  private func endsBefore(_ a: Int, _ b: Int, _ graph: ExecutionGraph) -> Bool {
    guard let end = ended[graph[initialized[a]].location] else { return false }
    return graph.happensBefore(end, initialized[b])
  }
}
