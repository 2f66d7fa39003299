import SingletonModelChecker
import SingletonStrategyKit

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
    if event.operation.tag == StepKind.destroy.rawValue { ended[event.location] = id }
    guard event.operation.tag == StepKind.initialize.rawValue else { return }
    guard case .field(let word)? = trial.state.memory.name(of: event.location), let instance = ModelInstance(word: word)
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

  /// Returns the initializations of more instances than allowed that may all be alive at the same time, or `nil` if
  /// there are none. Two instances may be if neither one's end happens before the other's initialization.
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
