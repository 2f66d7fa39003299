import SingletonCore
import SingletonStrategyKit

@testable import SingletonModelChecker
@testable import SingletonStrategyChecker

/// The threads that *Contraction* in the documentation calls changers, found in what one thread can do, which is the same
/// for any number of threads.
///
/// A thread becomes a changer when it changes a location from its initial value, which no thread ever writes: with an
/// update, or with a store in a section of a lock in which the thread has read the initial value. At most one thread does so
/// in each of these ways. If other threads write to locks only, and to instances that nobody else knows, they can be
/// removed.
struct Changers {
  /// A way to become a changer.
  struct Way: Hashable {
    let location: Int
    /// The lock in whose section the location is changed, or `nil` if an update changes it.
    let lock: Int?
  }

  /// What a thread has done so far, as far as it matters.
  private struct Past: Hashable {
    var state: Int
    var isChanger = false
    /// For each lock that the thread holds, the locations whose initial values it has read since.
    var looks: [Int: Set<Int>] = [:]
    /// What the thread has written to the parts of its instances whose domains are open.
    var parts: [Int: UInt] = [:]
  }

  private let automaton: ThreadAutomaton
  private(set) var ways: Set<Way> = []
  /// The locations to which a thread may write the initial value.
  private var returning: Set<Int> = []
  private var flaw: String?

  /// Why more than one thread for each way may have to stay, or `nil` if none may.
  var obstacle: String? {
    if !automaton.openDomains.isSubset(of: automaton.parts) { return "counts" }
    return ways.contains { returning.contains($0.location) } ? "a value that returns" : flaw
  }

  init(_ automaton: ThreadAutomaton) {
    self.automaton = automaton
    // A thread that prepares is never removed.
    follow(automaton.markedPreparations, isChanger: true, isMaker: true)
    follow(automaton.otherPreparations, isChanger: true)
    follow(automaton.markedStarts, isMaker: true)
    follow(automaton.otherStarts)
  }

  /// - Parameter isMaker: Whether the thread has made the marked instances. Until it is a changer, nobody else knows them.
  private mutating func follow(_ starts: [Int], isChanger: Bool = false, isMaker: Bool = false) {
    var open = starts.map { Past(state: $0, isChanger: isChanger) }
    var known = Set(open)
    while let past = open.popLast() {
      let state = automaton.states[past.state]
      var next = state.later.map { Past(state: $0, isChanger: past.isChanger, parts: past.parts) }
      for transition in transitions(of: state, past, isMaker: isMaker) {
        next.append(step(past, state.operation!, transition, isMaker: isMaker))
      }
      open += next.filter { known.insert($0).inserted }
    }
  }

  /// Returns the transitions that a thread may take. A part of an instance whose domain is open is written by the maker of
  /// the instance only, or there is a flaw: so the maker finds what it has written itself, which must be in the domain.
  private mutating func transitions(
    of state: ThreadAutomaton.State, _ past: Past, isMaker: Bool
  ) -> [ThreadAutomaton.Transition] {
    guard let location = state.location, automaton.openDomains.contains(location) else { return state.transitions }
    let value = past.parts[location] ?? automaton.initialValues[location]!
    if state.writes && !isMaker { flaw = flaw ?? "counts" }
    return isMaker ? state.transitions.filter { $0.found == nil || $0.found == value } : state.transitions
  }

  private mutating func step(
    _ past: Past, _ operation: Operation, _ transition: ThreadAutomaton.Transition, isMaker: Bool
  ) -> Past {
    let location = Int(operation.location)
    var after = past
    after.state = transition.next
    if automaton.locks[location] == .exclusive {
      // A thread enters a lock with an exchange, and leaves it with a store. A part of the marked instances stands for that
      // part of each instance, so a lock in one excludes nobody.
      after.looks[location] = operation.kind == .store || automaton.parts.contains(location) ? nil : []
    } else if operation.kind == .load || transition.written == nil && !operation.isBlind {
      if transition.found == automaton.initialValues[location] {
        for lock in after.looks.keys { after.looks[lock]!.insert(location) }
      }
    } else if isMaker && automaton.parts.contains(location) {
      if automaton.openDomains.contains(location) {
        after.parts[location] = transition.written
        if transition.written.map(automaton.domains[location]!.contains) != true { flaw = flaw ?? "counts" }
      }
    } else {
      change(location, operation, transition, &after)
    }
    return after
  }

  /// Notes a change that other threads may see.
  private mutating func change(
    _ location: Int, _ operation: Operation, _ transition: ThreadAutomaton.Transition, _ past: inout Past
  ) {
    let initial = automaton.initialValues[location]
    // What a blind operation writes is not known.
    if transition.written == initial || transition.written == nil { returning.insert(location) }
    if past.isChanger { return }
    if automaton.parts.contains(location) {
      flaw = flaw ?? "a change of another thread's instance"
    } else if operation.kind == .readModifyWrite, !operation.isBlind, transition.found == initial {
      ways.insert(Way(location: location, lock: nil))
    } else if operation.kind == .store, let lock = past.looks.filter({ $0.value.contains(location) }).keys.min() {
      ways.insert(Way(location: location, lock: lock))
    } else {
      flaw = flaw ?? (operation.isBlind ? "counts" : "a change without a look")
    }
    past.isChanger = true
  }
}

extension Changers {
  struct Unknown: Error { let reason: String }

  init(of code: ReplicatedTrial) throws(Unknown) {
    do { self.init(try ThreadAutomatonBuilder.automaton(of: code)) } catch {
      throw
        switch error
      {
      case .countsDecide: Unknown(reason: "counts")
      case .timeDecides: Unknown(reason: "a wait has a time limit")
      case .tooLarge: Unknown(reason: "too many cases")
      case .namesMatter, .cannotRun: Unknown(reason: "\(error)")
      }
    }
  }

  init(of check: StrategyCheck) throws(Unknown) {
    guard let code = check.replicated(.none) else { throw Unknown(reason: "not modeled") }
    let changers = Result { () throws(Unknown) in try Changers(of: code) }
    // As in a proof for any number of threads.
    if code.trial.state.hasIndexedCallers || code.trial.state.cellSize != check.trial(.none)?.state.cellSize {
      throw Unknown(reason: "a caller asks for its index")
    }
    self = try changers.get()
  }

  /// The most threads that stay, or why that is not known.
  var most: Result<Int, Unknown> { obstacle.map { .failure(Unknown(reason: $0)) } ?? .success(ways.count) }
}
