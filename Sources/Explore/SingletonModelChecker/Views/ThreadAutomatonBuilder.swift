/// The construction of an automaton.
struct ThreadAutomatonBuilder {
  /// The beginning of a phase of a thread.
  private struct Beginning: Hashable {
    let past: ThreadPast
    let naming: Naming
  }

  private let code: any ReplicatedProgram
  var automaton = ThreadAutomaton()
  private var numbers: [ThreadAutomaton.State: Int] = [:]
  private var beginnings: [Beginning: [Int]] = [:]
  private var hasGrown = false
  private var runs = 0
  /// The locations that are no locks, and the locks that are entered for sharing, or with a value that would not keep
  /// those out.
  var notLocks: Set<Int> = []
  var sharedLocks: Set<Int> = []
  var positiveLocks: Set<Int> = []

  private static let mostRuns = 50_000
  private static let mostReads = 100
  private static let mostValues = 10

  /// Returns the automaton of a program.
  ///
  /// The automaton is constructed twice, with names in another order, to test that only their equality matters.
  static func automaton(of code: any ReplicatedProgram) throws(ViewError) -> ThreadAutomaton {
    if let obstacle = code.program.obstacle { throw .cannotRun(obstacle) }
    let (end, least) = (code.program.threadCount, code.roles.map { $0.last[0] }.min()!)
    let below = try automaton(of: code, code.roles.map(\.first), makers: (0...6).map { end + $0 })
    let above = try automaton(of: code, code.roles.map(\.last), makers: (1...7).map { least - $0 })
    if below != above { throw .namesMatter }
    return below
  }

  /// - Parameters:
  ///   - roles: For each role, the threads that play it.
  ///   - makers: The makers that a thread meets, first the marked one.
  private static func automaton(
    of code: any ReplicatedProgram, _ roles: [[Int]], makers: [Int]
  ) throws(ViewError) -> ThreadAutomaton {
    var builder = ThreadAutomatonBuilder(code: code)
    repeat { try builder.build(roles, makers) } while builder.hasGrown
    return try builder.finished()
  }

  private init(code: any ReplicatedProgram) { self.code = code }

  private mutating func build(_ roles: [[Int]], _ makers: [Int]) throws(ViewError) {
    hasGrown = false
    automaton.states = []
    numbers = [:]
    beginnings = [:]
    func starts(_ own: [Int], markedPhase: Int? = nil) throws(ViewError) -> [Int] {
      let naming = Naming(own: own, markedPhase: markedPhase, marked: makers[0], strangers: Array(makers.dropFirst()))
      return try states(after: ThreadPast(), naming)
    }
    automaton.markedStarts = []
    automaton.otherStarts = []
    automaton.absent = absentThread(phases: roles[0].count)
    for own in roles {
      for phase in own.indices { automaton.markedStarts += try starts(own, markedPhase: phase) }
      automaton.otherStarts += try starts(own)
    }
    automaton.markedStarts = Set(automaton.markedStarts).sorted()
    automaton.otherStarts = Set(automaton.otherStarts + automaton.absent.prefix(1)).sorted()
    guard let preparation = code.preparation else { return }
    automaton.markedPreparations = try starts([preparation], markedPhase: 0)
    automaton.otherPreparations = try starts([preparation])
  }

  /// Returns the states of a thread that does nothing, or none if there is one phase: there, a thread that has not begun
  /// is like none.
  private mutating func absentThread(phases: Int) -> [Int] {
    if phases == 1 { return [] }
    return (0..<phases).reversed().reduce(into: []) { absent, phase in
      let state = ThreadAutomaton.State(phase: phase, outcome: ThreadOutcome(), later: Array(absent.prefix(1)))
      absent.insert(number(of: state), at: 0)
    }
  }

  private func finished() throws(ViewError) -> ThreadAutomaton {
    var automaton = automaton
    for state in automaton.states {
      if let operation = state.operation, operation.reads, !operation.isBlind,
        automaton.counters.contains(Int(operation.location))
      {
        throw .countsDecide
      }
    }
    for location in automaton.initialValues.keys where !notLocks.contains(location) {
      let isShared = sharedLocks.contains(location)
      if automaton.initialValues[location] == 0, !isShared || !positiveLocks.contains(location) {
        automaton.locks[location] = isShared ? .shared : .exclusive
      }
    }
    return automaton
  }

  private mutating func number(of state: ThreadAutomaton.State) -> Int {
    if let known = numbers[state] { return known }
    numbers[state] = automaton.states.count
    automaton.states.append(state)
    return automaton.states.count - 1
  }

  /// Returns the states that a thread may be in after it has read these values.
  private mutating func states(after past: ThreadPast, _ naming: Naming) throws(ViewError) -> [Int] {
    runs += 1
    if runs > Self.mostRuns || past.read.count > Self.mostReads {
      throw automaton.openDomains.isEmpty ? .tooLarge : .countsDecide
    }
    let thread = naming.own[past.phase]
    code.program.restart(thread)
    var action = code.program.advance(thread, with: 0)
    for value in past.read { action = code.program.advance(thread, with: value) }
    let outcome = try past.outcome.adding(code.outcome(of: thread)) { word throws(ViewError) in
      try inMemory(word, naming)
    }
    var state = ThreadAutomaton.State(phase: past.phase, outcome: outcome, added: past.added)
    switch action {
    case .finished:
      if past.phase + 1 < naming.own.count { state.later = try beginning(past.next(outcome), naming) }
      return [number(of: state)]
    case .failed:
      state.outcome.breaches |= ThreadAutomaton.failure
      return [number(of: state)]
    case .operation(let operation):
      if code.isPrivate(Int(operation.location)) { return try states(after: past.keeping(operation), naming) }
      guard let location = place(of: operation, naming) else { return try unseen(operation, past, naming) }
      try addTransitions(of: operation, at: location, past, naming, to: &state)
      return [number(of: state)]
    }
  }

  /// Returns the states in which a thread may begin a phase.
  private mutating func beginning(_ past: ThreadPast, _ naming: Naming) throws(ViewError) -> [Int] {
    let beginning = Beginning(past: past, naming: naming)
    if let known = beginnings[beginning] { return known }
    let found = try states(after: past, naming)
    beginnings[beginning] = found
    return found
  }

  /// Returns the states after an operation that no other thread can see: a fence, or one on an instance that is not
  /// marked. What threads show of that instance is shown of the marked one if its maker is marked.
  private mutating func unseen(_ operation: Operation, _ past: ThreadPast, _ naming: Naming) throws(ViewError) -> [Int]
  {
    let values = operation.reads ? code.soundValues(for: operation) : [0]
    var found: Set<Int> = []
    for value in values where operation.isFulfilled(by: value) {
      var past = past
      past.read.append(value)
      found.formUnion(try states(after: past, naming))
    }
    return found.sorted()
  }

  private mutating func addTransitions(
    of operation: Operation, at location: Int, _ past: ThreadPast, _ naming: Naming,
    to state: inout ThreadAutomaton.State
  ) throws(ViewError) {
    if operation.canTimeOut && operation.condition != .always { throw .timeDecides }
    var past = past
    enter(location, operation, &past)
    if let maker = code.maker(of: operation.value), naming.own.contains(maker) {
      past.published.insert(operation.value)
    }
    var seen = Operation(operation.kind, at: location, order: operation.order, failureOrder: operation.failureOrder)
    if operation.kind == .readModifyWrite && operation.isBlind {
      seen.update = operation.update
      seen.value = operation.value
      seen.condition = operation.condition
      seen.comparand = operation.comparand
      seen.isBlind = true
      try count(operation, location, &past)
      try add(to: &state, after: past, reading: nil, 0, nil, naming)
    } else if operation.reads {
      for word in automaton.domains[location]!.sorted() {
        for (value, past) in try known(word, past, naming) where operation.isFulfilled(by: value) {
          let written = try operation.updated(value).map { word throws(ViewError) in try inMemory(word, naming) }
          try add(to: &state, after: past, reading: word, value, written, naming)
          if operation.canFail(reading: value) {
            try add(to: &state, after: past, reading: word, Operation.failure, nil, naming)
          }
          if let written { hold(written, at: location) }
        }
      }
    } else {
      let written = operation.kind == .free ? ThreadAutomaton.freed : try inMemory(operation.value, naming)
      if operation.kind == .store { hold(written, at: location) }
      try add(to: &state, after: past, reading: nil, 0, written, naming)
    }
    state.operation = seen
    state.transitions.sort { ($0.found ?? 0, $0.written ?? 0, $0.next) < ($1.found ?? 0, $1.written ?? 0, $1.next) }
  }

  private mutating func add(
    to state: inout ThreadAutomaton.State, after past: ThreadPast, reading found: UInt?, _ value: UInt,
    _ written: UInt?,
    _ naming: Naming
  ) throws(ViewError) {
    var past = past
    past.read.append(value)
    for next in try states(after: past, naming) {
      let transition = ThreadAutomaton.Transition(found: found, written: written, next: next)
      if !state.transitions.contains(transition) { state.transitions.append(transition) }
    }
  }
}

// MARK: - Values and names

extension ThreadAutomatonBuilder {
  /// Adds a value to the domain of a location, unless the domain is already so large that a count is likely.
  private mutating func hold(_ word: UInt, at location: Int) {
    if automaton.domains[location]!.contains(word) { return }
    if automaton.domains[location]!.count >= Self.mostValues {
      automaton.openDomains.insert(location)
    } else {
      automaton.domains[location]!.insert(word)
      hasGrown = true
    }
  }

  /// Returns the location in memory at which an operation takes place, or `nil` if no other thread can see it.
  private mutating func place(of operation: Operation, _ naming: Naming) -> Int? {
    if operation.kind == .fence { return nil }
    var location = Int(operation.location)
    if let maker = code.maker(ofLocation: location) {
      if naming.inMemory(maker) != Naming.markedInMemory { return nil }
      location = code.relocated(location, maker: Naming.markedInMemory)
      automaton.parts.insert(location)
    }
    if automaton.initialValues[location] == nil {
      let value = code.program.initialValue(of: location)
      automaton.initialValues[location] = value
      automaton.domains[location] = [value]
    }
    return location
  }

  /// - Throws: ``ViewError/namesMatter`` if the word looks like the name of an instance that nobody has made.
  private func inMemory(_ word: UInt, _ naming: Naming) throws(ViewError) -> UInt {
    guard let maker = code.maker(of: word) else { return word }
    guard naming.knows(maker) else { throw .namesMatter }
    return code.renamed(word, maker: naming.inMemory(maker))
  }

  /// Returns the words that a thread may find where memory holds this one. An instance that is not marked may be the
  /// thread's own, one that the thread has met, or a new one.
  private func known(_ word: UInt, _ past: ThreadPast, _ naming: Naming) throws(ViewError) -> [(UInt, ThreadPast)] {
    guard let maker = code.maker(of: word) else { return [(word, past)] }
    if maker == Naming.markedInMemory { return [(code.renamed(word, maker: naming.knownAsMarked), past)] }
    guard maker == Naming.otherInMemory else { throw .namesMatter }
    let met = past.strangers.map { code.maker(of: $0) }
    guard let stranger = naming.strangers.first(where: { !met.contains($0) }) else { throw .tooLarge }
    var words = past.strangers.filter { code.renamed($0, maker: maker) == word }.map { ($0, past) }
    for own in naming.ownUnmarked.map({ code.renamed(word, maker: $0) }) where past.published.contains(own) {
      words.append((own, past))
    }
    var meeting = past
    meeting.strangers.append(code.renamed(word, maker: stranger))
    words.append((meeting.strangers.last!, meeting))
    return words
  }
}
