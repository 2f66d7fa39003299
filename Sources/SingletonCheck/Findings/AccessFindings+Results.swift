import CSingletonHooks
import SingletonCore
import SingletonModelChecker

extension AccessFindings where Owner: ~Copyable {
  /// Judges what the threads have got in a complete execution.
  func judge(_ graph: ExecutionGraph) {
    let results = Array(UnsafeBufferPointer(start: program.results, count: program.threadCount))
    for result in results {
      if let error = result.error { consider(.refused, [result], in: graph, remark: "\(error)") }
      if !result.isWhole { consider(.halfBuilt, [result], in: graph) }
    }
    countBuildings(results, graph)
    switch promise {
    case .oneInstance(let identity):
      for result in results where result.value == nil && result.error == nil {
        consider(.nilResults, [result], in: graph)
      }
      if Value.self != Void.self { compare(results.filter { $0.value != nil }, identity, graph) }
    case .values(let isExpected):
      let values = results.compactMap(\.value)
      guard values.count == results.count, !hasDead else { return }
      let judged = program.afterAll(of: graph) { isExpected($0, values) ? nil : "\(values)" }
      guard let unexpected = judged else { return consider(.trap, results, in: graph) }
      if let unexpected { consider(.unexpected, results, in: graph, remark: unexpected) }
    case .none(let defects):
      for (defect, threads) in defects(results.compactMap(\.value)) {
        consider(defect, threads.map { results[$0] }, in: graph)
      }
    }
  }

  private func compare(_ results: [Result], _ identity: ((Value) -> AnyHashable)?, _ graph: ExecutionGraph) {
    let identities: [AnyHashable]
    if let identity {
      guard !hasDead else { return }
      let judged = program.afterAll(of: graph) { _ in results.map { identity($0.value!) } }
      guard let judged else { return consider(.trap, results, in: graph) }
      identities = judged
    } else {
      identities = results.map(program.addresses(of:))
      if identities.contains([UInt]()) {
        return obstruct(
          Undecided(
            "values without an object or a pointer inside, which have no identity; pass `identity:`, or roles and"
              + " `expecting:`", at: 0))
      }
    }
    guard let first = results.first, let other = identities.firstIndex(where: { $0 != identities[0] }) else { return }
    consider(.instances, [first, results[other]], in: graph)
  }

  /// Counts the objects of the instance's class that the threads have made, the instance among them.
  private func countBuildings(_ results: [Result], _ graph: ExecutionGraph) {
    guard let instance = results.lazy.map(\.instance).first(where: { $0 != 0 }) else { return }
    var builders: [Result] = []
    for result in results {
      for note in Lifetimes.notes(of: result.thread)
      where note.kind == ch_note_begin && Self.metadata(of: note.object) == Self.metadata(of: instance) {
        builders.append(result)
      }
    }
    let wasThere = (0..<program.threadCount).allSatisfy { !ch_is_of_thread(instance, Int32($0)) }
    if builders.count + (wasThere ? 1 : 0) > 1 { consider(.inits, builders, in: graph) }
  }

  /// The first word of an object, which names its class.
  private static func metadata(of object: UInt) -> UInt { UnsafePointer<UInt>(bitPattern: object)!.pointee }

  /// The last event of a thread, after which it has its result.
  private func last(_ result: Result, _ graph: ExecutionGraph) -> [EventID] {
    let count = graph.count(of: result.thread)
    return count == 0 ? [] : [EventID(thread: result.thread, index: count - 1)]
  }

  private func consider(_ finding: Defect, _ results: [Result], in graph: ExecutionGraph, remark: String? = nil) {
    if keep(finding, results.flatMap { last($0, graph) }, in: graph) { remarks[finding] = remark }
  }
}
