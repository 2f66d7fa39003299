/// The search for everything that a few threads can see of a system of any number of threads, under sequential
/// consistency: view abstraction (Abdulla, Haziza, Holík: All for the Price of Few, VMCAI 2013).
///
/// A view is the memory, the state of the marked thread, and the states of a few of the other threads. The search finds
/// a set of views that contains those of the beginning, and every view of every state that one step leads to from a
/// state of one thread more, all of whose views are in the set. By induction over the steps of an execution, the set
/// contains every view of every state of any number of threads. So what no view shows, with one thread more, does not
/// happen.
final class ViewExplorer {
  /// What the search looks for, and which reads it does not trust.
  struct Search {
    /// The number of threads in a view besides the marked one.
    var others: Int
    /// The locations whose unsynchronized reads may find any value; every other read finds the newest value.
    var guessed: Set<Int> = []
    /// The states whose loads of these locations are not synchronized and concurrent with a write.
    var contendedLoads: Set<Int> = []
  }

  private let automaton: ThreadAutomaton
  private let search: Search
  private(set) var memory: ViewMemory
  private(set) var flaw: ViewFlaw?
  /// The locations, other than locks, that two threads may be about to access, one of them to write.
  private(set) var contended: Set<Int> = []
  /// The states whose loads do not acquire, and in which another thread may be about to write what they load.
  private(set) var contendedLoads: Set<Int> = []
  private(set) var viewCount = 0

  /// A memory and a state of the marked thread, with what the other threads of its views can be.
  private struct Head {
    let memory: Int
    let marked: Int
    var states: [Int] = []
    var views: Set<[Int]> = []
  }
  private var heads: [Head] = []
  private var headNumbers: [[Int]: Int] = [:]
  private var work: [(head: Int, view: [Int])] = []
  private var steps: [[Int]: [(memory: Int, state: Int)]] = [:]
  /// The transitions of each state that read what may not be synchronized.
  private let unsynchronized: [Int: [ThreadAutomaton.Transition]]

  private static let mostViews = 100_000

  init(_ automaton: ThreadAutomaton, _ search: Search) {
    self.automaton = automaton
    self.search = search
    memory = ViewMemory(automaton)
    unsynchronized = search.guessed.map {
      SynchronizedReads(of: automaton, at: $0).unsynchronized(search.contendedLoads)
    }
    .reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
  }

  /// Searches until no view is new or a flaw is found.
  func run() throws(ViewError) {
    for (memory, marked) in try beginnings() {
      for view in Self.multisets(of: automaton.otherStarts, count: search.others) { add(memory, marked, view) }
    }
    while let (head, view) = work.popLast(), flaw == nil {
      if viewCount > Self.mostViews { throw .tooLarge }
      try extend(head, view)
    }
  }

  /// Returns whether the search has found a view.
  ///
  /// - Parameter added: What all threads, also those that are not in the view, have added to counters.
  func contains(memory words: [Int: UInt], added: [[Int: Int]], marked: Int, others: [Int]) -> Bool {
    guard let number = memory.known(words, added: added), let head = headNumbers[[number, marked]] else { return false }
    return heads[head].views.contains(others.sorted())
  }

  /// The memory and the marked thread at the beginning. If a thread has prepared the trial, its instances are marked, or
  /// those of a later thread are.
  private func beginnings() throws(ViewError) -> [(memory: Int, marked: Int)] {
    let empty = memory.initial
    if automaton.markedPreparations.isEmpty { return automaton.markedStarts.map { (empty, $0) } }
    let afterMarked = try ends(of: automaton.markedPreparations, from: empty)
    let afterOther = try ends(of: automaton.otherPreparations, from: empty)
    return afterMarked.flatMap { memory in automaton.otherStarts.map { (memory, $0) } }
      + afterOther.flatMap { memory in automaton.markedStarts.map { (memory, $0) } }
  }

  /// Returns the memories that a thread leaves behind that runs alone.
  private func ends(of starts: [Int], from empty: Int) throws(ViewError) -> [Int] {
    var open = starts.map { (memory: empty, state: $0) }
    var ends: [Int] = []
    while let (memory, state) = open.popLast() {
      inspect(state, memory)
      if automaton.states[state].operation == nil { ends.append(memory) }
      open += try steps(memory, state)
    }
    return ends
  }

  // MARK: - Views

  private func add(_ memory: Int, _ marked: Int, _ view: [Int]) {
    let key = [memory, marked]
    let head = headNumbers[key] ?? heads.count
    if head == heads.count {
      headNumbers[key] = head
      heads.append(Head(memory: memory, marked: marked))
    }
    guard heads[head].views.insert(view).inserted else { return }
    viewCount += 1
    work.append((head, view))
    for state in view where !heads[head].states.contains(state) { heads[head].states.append(state) }
  }

  /// Adds the views after each step from the states that consist of a view and one thread more.
  ///
  /// Such a state is seen when the last of its views is added.
  private func extend(_ number: Int, _ view: [Int]) throws(ViewError) {
    let (words, marked) = (heads[number].memory, heads[number].marked)
    for step in try steps(words, marked) { add(step.memory, step.state, view) }
    for next in phases(after: [marked] + view) { add(words, next[0], next.dropFirst().sorted()) }
    for state in heads[number].states {
      let threads = (view + [state]).sorted()
      guard threads.indices.allSatisfy({ heads[number].views.contains(threads.without($0)) }),
        memory.agrees(words, ([marked] + threads).map { automaton.states[$0].added })
      else { continue }
      inspect([marked] + threads, words)
      for index in threads.indices where index == 0 || threads[index] != threads[index - 1] {
        let rest = threads.without(index)
        for step in try steps(words, threads[index]) {
          add(step.memory, marked, rest)
          for left in rest.indices { add(step.memory, marked, (rest.without(left) + [step.state]).sorted()) }
        }
      }
    }
  }

  /// Returns the states in which threads can be at the beginning of the next phase, or none if one of them has yet to
  /// finish this one. That all others have finished, too, is not known, so this may be too much.
  private func phases(after threads: [Int]) -> [[Int]] {
    threads.reduce([[]]) { chosen, thread in
      chosen.flatMap { begun in automaton.states[thread].later.map { begun + [$0] } }
    }
  }

  private static func multisets(of states: [Int], count: Int) -> [[Int]] {
    count == 0
      ? [[]]
      : multisets(of: states, count: count - 1).flatMap { rest in
        states.filter { $0 <= rest.first ?? .max }.map { [$0] + rest }
      }
  }

  // MARK: - Steps

  /// Returns the memories and states that a step of a thread can lead to.
  private func steps(_ words: Int, _ number: Int) throws(ViewError) -> [(memory: Int, state: Int)] {
    if let known = steps[[words, number]] { return known }
    let state = automaton.states[number]
    guard let operation = state.operation, let location = state.location else { return [] }
    let value = memory[words, location]
    if operation.reads && !operation.isBlind {
      if value == ThreadAutomaton.freed, automaton.parts.contains(location) { return [] }
      // The thread was never run on this value.
      if !automaton.domains[location]!.contains(value) { throw .countsDecide }
    }
    var found: [(memory: Int, state: Int)] = []
    for transition in state.transitions {
      if operation.isBlind {
        guard operation.isFulfilled(by: value) else { continue }
        for after in try memory.update(words, location, operation) { found.append((after, transition.next)) }
      } else if transition.found ?? value == value || unsynchronized[number]?.contains(transition) == true {
        let after = if let written = transition.written { try memory.store(words, location, written) } else { words }
        found.append((after, transition.next))
      }
    }
    steps[[words, number]] = found
    return found
  }

  // MARK: - Flaws

  private func inspect(_ number: Int, _ words: Int) {
    let state = automaton.states[number]
    if state.outcome.breaches != 0 { report(.breaches(state.outcome.breaches)) }
    guard let location = state.location, automaton.parts.contains(location) else { return }
    let value = memory[words, location]
    if value == ThreadAutomaton.freed { report(.usedAfterEnd) }
    if state.operation?.kind == .store && value != automaton.initialValues[location] { report(.storedAgain) }
  }

  private func inspect(_ threads: [Int], _ words: Int) {
    for thread in threads { inspect(thread, words) }
    let results = Set(threads.flatMap { automaton.states[$0].outcome.results })
    if Set(results.map(\.group)).count < results.count { report(.differentResults) }
    for (index, thread) in threads.enumerated() {
      for other in threads.dropFirst(index + 1) { inspectPair(thread, other) }
    }
  }

  private func inspectPair(_ first: Int, _ second: Int) {
    let (a, b) = (automaton.states[first], automaton.states[second])
    guard let location = a.location, location == b.location, a.writes || b.writes else { return }
    if a.operation?.order == .plain || b.operation?.order == .plain { report(.race) }
    if automaton.locks[location] == .exclusive { return }
    contended.insert(location)
    contendedLoads.formUnion([first, second].filter(isUnacquiringLoad))
  }

  private func isUnacquiringLoad(_ state: Int) -> Bool {
    automaton.states[state].operation.map { $0.kind == .load && !$0.order.acquires } ?? false
  }

  /// Keeps the first flaw. If values are guessed, only a race counts, because what threads show may be a guess.
  private func report(_ found: ViewFlaw) {
    if flaw == nil && (search.guessed.isEmpty || found == .race) { flaw = found }
  }
}

/// What a view shows that must not happen. It may be an artifact of the abstraction.
package enum ViewFlaw: Equatable, Sendable {
  /// Two threads were handed out different words.
  case differentResults
  /// A thread has seen the promise broken; the bits are those of ``ThreadOutcome/breaches``.
  case breaches(UInt)
  /// Two threads may be about to access the same location, one to write, and one of them not atomically.
  case race
  /// A part of an instance is written again.
  case storedAgain
  /// A part of an instance is accessed after its end.
  case usedAfterEnd
  /// Threads contend for a location to which they add without a look at the sum, and which is not used as a lock.
  case contendedCounter
}

extension [Int] {
  fileprivate func without(_ index: Int) -> [Int] {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
