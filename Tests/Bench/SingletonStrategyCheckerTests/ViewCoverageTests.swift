import SingletonCore
import SingletonMemoryModels
import SingletonStrategyKit
import Testing

@testable import SingletonModelChecker
@testable import SingletonStrategyChecker

/// The views of a proof contain everything that up to five threads can see.
@Suite struct `Coverage of views` {
  @Test(arguments: provedForAnyNumber)
  func `each state of up to five threads of a strategy is covered`(strategy: String) throws {
    let code = try #require(try CheckPlace.check(strategy).replicated(.none))
    try expectCovered(code, threads: 1...5)
  }

  @Test(arguments: provedInOtherScenarios.map { ($0.0, $0.1) })
  func `each state of up to five threads of a strategy with roles and phases is covered`(
    strategy: String, scenario: Scenario
  ) throws {
    let code = try #require(try CheckPlace.check(strategy, scenario).replicated(.none))
    try expectCovered(code, threads: 1...5, runs: 1)
  }

  @Test(arguments: [
    CatalogEntry(ComparesReleased<NativeBackend, Nobody>.self),
    CatalogEntry(ComparesReleased<NativeBackend, Third>.self),
  ])
  func `a thread knows in a later phase what it has kept`(entry: CatalogEntry) throws {
    let code = try #require(StrategyCheck(entry, .overRelease, threads: 2).replicated(.none))
    let automaton = try ThreadAutomatonBuilder.automaton(of: code)
    var random = SplitMix(state: 1)
    for _ in 0..<20 {
      let callers = (0..<code.trial.callers).shuffled(using: &random).prefix(3)
      var run = SequentialRun(code, callers: Array(callers), automaton)
      while run.step(&random) {}
      #expect(run.isPossible)
    }
  }

  @Test(arguments: AccessorShape.some(30, seed: 5))
  func `each state of up to five threads of a random accessor is covered`(shape: AccessorShape) throws {
    try expectCovered(ShapedProgram(roles: [[shape]]).replicated, threads: 2...5)
  }

  @Test(arguments: ShapedProgram.some(9, seed: 3))
  func `each state of up to five threads with random roles and phases is covered`(program: ShapedProgram) throws {
    try expectCovered(program.replicated, threads: 1...5, runs: 1)
  }

  /// A proof is compared with the checker, which knows nothing of views.
  @Test(arguments: AccessorShape.some(100, seed: 1))
  func `a random accessor that two or three threads break is not proved`(shape: AccessorShape) throws {
    guard let scope = shape.scope else { return }
    for threads in 2...3 {
      try expectSound(ShapedProgram(roles: [[shape]]), callers: Array(repeating: 0, count: threads), scope)
    }
  }

  @Test(arguments: ShapedProgram.some(30, seed: 2))
  func `a random program with roles and phases that three threads break is not proved`(program: ShapedProgram) throws {
    guard let scope = program.scope else { return }
    for first in program.roles.indices {
      for second in program.roles.indices { try expectSound(program, callers: [0, first, second], scope) }
    }
    try expectSound(program, callers: [program.roles.count - 1, program.roles.count - 1], scope)
  }

  @Test func `some random programs are proved, and some are not`() {
    let scopes = AccessorShape.some(100, seed: 1).map(\.scope)
    #expect(scopes.contains(.rc11) && scopes.contains(.sequentialConsistency) && scopes.contains(nil))
    #expect(
      ShapedProgram.some(30, seed: 2).contains { $0.roles.count == 2 && $0.roles[0].count == 2 && $0.scope != nil })
  }

  private func expectSound(_ program: ShapedProgram, callers: [Int], _ scope: ViewProof.Scope) throws {
    let check = ShapeCheck(program: program, callers: callers, model: scope == .rc11 ? .rc11 : .sc)
    let result = try #require(try check.run())
    #expect(result.isComplete && result.found.filter(Promise.oneInstance.isBroken).isEmpty)
  }

  /// Runs threads in random orders, and compares each state with the views.
  private func expectCovered(_ code: ReplicatedTrial, threads: ClosedRange<Int>, runs: Int = 6) throws {
    let automaton = try ThreadAutomatonBuilder.automaton(of: code)
    for others in 1...2 {
      let explorer = ViewExplorer(automaton, ViewExplorer.Search(others: others))
      // A search that fails is not complete, and proves nothing.
      if (try? explorer.run()) == nil || explorer.flaw != nil { continue }
      for count in threads {
        var random = SplitMix(state: UInt64(count))
        for _ in 0..<runs {
          let callers = (0..<code.trial.callers).shuffled(using: &random).prefix(count)
          var run = SequentialRun(code, callers: Array(callers), automaton)
          var isCovered = run.isCovered(by: explorer, others: others)
          while isCovered && run.step(&random) { isCovered = run.isCovered(by: explorer, others: others) }
          #expect(isCovered)
        }
      }
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

/// A run of several threads under sequential consistency, with their real names.
private struct SequentialRun {
  private struct Step {
    let operation: Operation
    let found: UInt
  }

  private let code: ReplicatedTrial
  private let automaton: ThreadAutomaton
  /// The threads of the program that play each thread, one for each phase.
  private let threads: [[Int]]
  private var phase = 0
  private var memory: [Int: UInt] = [:]
  private var pasts: [Int: [Step]] = [:]

  init(_ code: ReplicatedTrial, callers: [Int], _ automaton: ThreadAutomaton) {
    self.code = code
    self.automaton = automaton
    threads = callers.map(code.trial.threads)
    if let preparation = code.preparation { while perform(preparation) {} }
  }

  private func next(_ thread: Int) -> Operation? {
    code.program.restart(thread)
    var action = code.program.advance(thread, with: 0)
    for step in pasts[thread] ?? [] {
      action = code.program.advance(thread, with: step.operation.reads ? step.found : 0)
    }
    if case .operation(let operation) = action { return operation }
    return nil
  }

  private func value(_ location: Int) -> UInt { memory[location] ?? code.program.initialValue(of: location) }

  /// Performs the next operation of a thread. Returns `false` if there is none, or it has to wait.
  private mutating func perform(_ thread: Int) -> Bool {
    guard let operation = next(thread) else { return false }
    let location = Int(operation.location)
    let found = value(location)
    guard operation.isFulfilled(by: found) else { return false }
    switch operation.kind {
    case .store: memory[location] = operation.value
    case .free: memory[location] = ThreadAutomaton.freed
    case .readModifyWrite: memory[location] = operation.updated(found) ?? found
    case .load, .fence: break
    }
    pasts[thread, default: []].append(Step(operation: operation, found: found))
    return true
  }

  mutating func step(_ random: inout SplitMix) -> Bool {
    for thread in threads.shuffled(using: &random) where perform(thread[phase]) { return true }
    guard phase + 1 < threads[0].count, threads.allSatisfy({ next($0[phase]) == nil }) else { return false }
    phase += 1
    return true
  }

  /// Whether the automaton can do what each thread has done, with each maker marked in turn.
  var isPossible: Bool {
    makers.allSatisfy { marked in threads.allSatisfy { !states(of: $0, marked).isEmpty } }
  }

  private var makers: [Int] { threads.joined() + (code.preparation.map { [$0] } ?? []) }

  /// Returns whether each view of this state, with each thread marked in turn, is among those found.
  func isCovered(by explorer: ViewExplorer, others: Int) -> Bool {
    makers.allSatisfy { marked in isCovered(by: explorer, others, marked: marked) }
  }

  private func isCovered(by explorer: ViewExplorer, _ others: Int, marked: Int) -> Bool {
    var words: [Int: UInt] = [:]
    for (location, word) in memory where !code.isPrivate(location) {
      guard let place = place(location, marked) else { continue }
      words[place] = inMemory(word, marked)
    }
    let states = threads.map { self.states(of: $0, marked) }
    // If the preparation's instances are marked, any thread takes the place of the marked one.
    let chosen = threads.firstIndex { $0.contains(marked) } ?? 0
    let rest = threads.indices.filter { $0 != chosen }
    let absent = automaton.absent.isEmpty ? automaton.otherStarts : [automaton.absent[phase]]
    return subsets(of: rest.map { states[$0] } + Array(repeating: absent, count: others), count: others)
      .allSatisfy { view in
        choices([states[chosen]] + view).contains { choice in
          explorer.contains(memory: words, added: added(states), marked: choice[0], others: Array(choice.dropFirst()))
        }
      }
  }

  private func added(_ states: [[Int]]) -> [[Int: Int]] { states.map { automaton.states[$0[0]].added } }

  private func choices(_ sets: [[Int]]) -> [[Int]] {
    sets.reduce([[]]) { chosen, set in chosen.flatMap { prefix in set.map { prefix + [$0] } } }
  }

  private func subsets(of sets: [[Int]], count: Int) -> [[[Int]]] {
    if count == 0 { return [[]] }
    return sets.indices.flatMap { index in
      subsets(of: Array(sets[(index + 1)...]), count: count - 1).map { [sets[index]] + $0 }
    }
  }

  private func inMemory(_ word: UInt, _ marked: Int) -> UInt {
    code.maker(of: word).map {
      code.renamed(word, maker: $0 == marked ? Naming.markedInMemory : Naming.otherInMemory)
    } ?? word
  }

  private func place(_ location: Int, _ marked: Int) -> Int? {
    guard let maker = code.maker(ofLocation: location) else { return location }
    return maker == marked ? code.relocated(location, maker: Naming.markedInMemory) : nil
  }

  /// The states in which the automaton can be after the thread's past.
  private func states(of thread: [Int], _ marked: Int) -> [Int] {
    var states = Set(thread.contains(marked) ? automaton.markedStarts : automaton.otherStarts)
    for phase in 0...phase {
      if phase > 0 { states = Set(states.flatMap { automaton.states[$0].later }) }
      for step in pasts[thread[phase]] ?? [] { states = after(step, states, marked) }
    }
    return states.sorted()
  }

  private func after(_ step: Step, _ states: Set<Int>, _ marked: Int) -> Set<Int> {
    let location = Int(step.operation.location)
    guard step.operation.kind != .fence, !code.isPrivate(location), let place = place(location, marked) else {
      return states
    }
    let found = inMemory(step.found, marked)
    let isKnown = step.operation.reads && !step.operation.isBlind || step.operation.kind == .store
    let word = step.operation.kind == .store ? step.operation.value : step.operation.updated(step.found)
    let written = word.map { inMemory($0, marked) }
    var after: Set<Int> = []
    for state in states.map({ automaton.states[$0] }) {
      guard state.location == place, state.operation?.kind == step.operation.kind else { continue }
      for transition in state.transitions where transition.found ?? found == found {
        if !isKnown || transition.written == written { after.insert(transition.next) }
      }
    }
    return after
  }
}
