import SingletonModelChecker

/// The outcomes of an execution and of its permutations.
///
/// With symmetry reduction, one execution is visited instead of all those that are equal up to swapping threads with the
/// same instructions. In the others, the same registers have been set, but by other threads of the group. Therefore the
/// observed registers tell these executions apart, and the variables do not.
extension LitmusProgram {
  /// Calls `found` with each outcome of the execution and of its permutations, and with the number of these executions
  /// that have it, until `found` returns `false`.
  ///
  /// - Precondition: A call of `ExplorationVisitor.ended(_:in:)` with this graph is in progress.
  /// - Returns: Whether `found` has always returned `true`.
  func forEachOutcome(of graph: ExecutionGraph, _ found: ([Int?], UInt64) -> Bool) -> Bool {
    var sources = Array(0..<threadCount)
    let groups = graph.isReduced ? observedGroups[...] : []
    return permute(groups, &sources, graph.permutationCount) { found(outcome(of: graph, $0), $1) }
  }

  /// - Parameter sources: For each thread, the thread of the graph whose registers it has.
  private func outcome(of graph: ExecutionGraph, _ sources: [Int]) -> [Int?] {
    observables.map { observable in
      switch observable {
      case .register(let thread, let register):
        registers[sources[thread], register].map { Int(bitPattern: $0) }
      case .location(let location):
        Int(bitPattern: graph.finalValue(of: location) ?? initialValue(of: location))
      }
    }
  }

  private func permute(
    _ groups: ArraySlice<ObservedGroup>, _ sources: inout [Int], _ count: UInt64, _ found: ([Int], UInt64) -> Bool
  ) -> Bool {
    guard let group = groups.first else { return found(sources, count) }
    let alike = Dictionary(grouping: group.threads) { thread in group.registers.map { registers[thread, $0] } }
    let kinds = alike.values.map { (source: $0[0], count: $0.count) }.sorted { $0.source < $1.source }
    return assign(kinds, to: group.observed[...], of: group, &sources, count) { sources, count in
      permute(groups.dropFirst(), &sources, count, found)
    }
  }

  /// Gives each observed thread of a group the registers of some thread of the group.
  ///
  /// - Parameters:
  ///   - kinds: The values of the registers: a thread that has them, and the number of threads that do and have not been
  ///     assigned.
  ///   - count: The number of executions in which the threads so far have the registers that they were given. In all of
  ///     these together, the next thread has each of the remaining registers equally often.
  private func assign(
    _ kinds: [(source: Int, count: Int)], to threads: ArraySlice<Int>, of group: ObservedGroup, _ sources: inout [Int],
    _ count: UInt64, _ found: (inout [Int], UInt64) -> Bool
  ) -> Bool {
    guard let thread = threads.first else { return found(&sources, count) }
    let remaining = kinds.reduce(0) { $0 + $1.count }
    for (number, kind) in kinds.enumerated() where kind.count > 0 {
      var fewer = kinds
      fewer[number].count -= 1
      sources[thread] = kind.source
      let share = UInt64(remaining).dividingFullWidth(count.multipliedFullWidth(by: UInt64(kind.count))).quotient
      guard assign(fewer, to: threads.dropFirst(), of: group, &sources, share, found) else { return false }
    }
    return true
  }
}

/// A group of threads with the same instructions, some of whose registers are observed.
struct ObservedGroup {
  let threads: [Int]
  /// The threads of which a register is observed.
  let observed: [Int]
  /// The registers that are observed in any thread.
  let registers: [Int]

  /// - Returns: `nil` if no register is observed.
  init?(_ threads: [Int], _ observables: [LitmusObservable]) {
    let places = observables.compactMap { observable -> (thread: Int, register: Int)? in
      guard case .register(let thread, let register) = observable, threads.contains(thread) else { return nil }
      return (thread, register)
    }
    if places.isEmpty { return nil }
    self.threads = threads
    observed = Set(places.map(\.thread)).sorted()
    registers = Set(places.map(\.register)).sorted()
  }
}
