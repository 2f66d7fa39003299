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
    if results.contains(where: { $0.addressCount > InstrumentedProgram<Owner, Value>.addressLimit }) {
      return obstruct(
        Undecided(
          "values with more than 1,024 objects or pointers inside; let the accessor return one object, or pass roles and"
            + " `expecting:`", at: 0))
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
      if identities.contains([Address]()) {
        return obstruct(
          Undecided(
            "values without an object or a pointer inside, which have no identity; pass `identity:`, or roles and"
              + " `expecting:`", at: 0))
      }
    }
    guard let first = results.first, let other = identities.firstIndex(where: { $0 != identities[0] }) else { return }
    consider(.instances, [first, results[other]], in: graph)
  }

  /// Counts the objects of each class of which the threads have got one: those that they have made, and those that were there
  /// before. One value may have several.
  private func countBuildings(_ results: [Result], _ graph: ExecutionGraph) {
    let objects = results.map { Set(program.addresses(of: $0).filter { $0.isObject && $0.word != 0 }.map(\.word)) }
    let all = objects.reduce(into: Set()) { $0.formUnion($1) }
    if buildsOnce && all.isEmpty && results.contains(where: { $0.value != nil }) {
      return obstruct(
        Undecided("values without an object inside, so what is built is not counted; omit `buildsOnce:`", at: 0))
    }
    for (metadata, ofClass) in Dictionary(grouping: all, by: Self.metadata) {
      let builders = results.flatMap { result in
        Lifetimes.notes(of: result.thread)
          .filter { $0.kind == ch_note_begin && Self.metadata(of: $0.object.address) == metadata }.map { _ in result }
      }
      let before = ofClass.count { object in
        (0..<program.threadCount).allSatisfy { !ch_is_of_thread(object, Int32($0)) }
      }
      let most = objects.map { $0.intersection(ofClass).count }.max()!
      if builders.count + before > most { return consider(.inits, builders, in: graph) }
    }
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
