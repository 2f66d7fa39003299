package import Outcomes

/// One thread's part in one trial of a strategy, in whatever world: what each thread does, scenario by scenario.
///
/// A scenario is written once, here; a world says what an access is, and what is noted down of it.
package protocol TrialPart {
  associatedtype S: Strategy

  var strategy: S { get }
  var caller: S.W.Caller { get }
  /// This thread does what the others do not expect: tears down, releases once too often, writes nil.
  var isCulprit: Bool { get }
  /// In `subclass`: the threads that ask for the parent wait until those that ask for the child have been.
  var childrenComeFirst: Bool { get }
  /// How often a thread asks where a scenario has it ask again and again.
  var rounds: Int { get }

  /// One completed call through a door: what came out is looked at and noted down under the access's number.
  ///
  /// - Parameter holding: the caller retains what it got.
  @discardableResult
  mutating func access(
    _ number: Int, of class: InstanceClass, holding: Bool,
    _ door: (S, S.W.Caller) throws(Refusal) -> S.W.Instance?
  ) -> S.W.Instance?
  /// A call through another door than an access's.
  mutating func act(_ action: (S, S.W.Caller) -> Void)
  /// A use through a reference that the caller holds.
  func use(_ instance: S.W.Instance)
  /// What an earlier access of this thread has got.
  func noted(_ number: Int) -> S.W.Instance?
  /// The first initialiser that this thread enters meanwhile asks the accessor itself, as access 1.
  mutating func whileArmed(_ body: (inout Self) -> Void)
}

extension TrialPart {
  @inline(__always) @discardableResult
  mutating func access(
    _ number: Int, of class: InstanceClass = .parent,
    _ door: (S, S.W.Caller) throws(Refusal) -> S.W.Instance?
  ) -> S.W.Instance? {
    access(number, of: `class`, holding: false, door)
  }

  @inline(__always) @discardableResult
  mutating func access(
    _ number: Int, holding: Bool, _ door: (S, S.W.Caller) throws(Refusal) -> S.W.Instance?
  ) -> S.W.Instance? {
    access(number, of: .parent, holding: holding, door)
  }

  @inline(__always)
  private var isOnEvenThread: Bool { caller.index & 1 == 0 }

  @inline(__always)
  package mutating func firstAccess() {
    access(0) { $0.shared($1) }
  }

  @inline(__always)
  package mutating func mixedConstruction() {
    if isOnEvenThread {
      access(0) { $0.shared($1) }
    } else {
      access(0) { (strategy, caller) throws(Refusal) in try strategy.construct(caller) }
    }
  }

  @inline(__always)
  package mutating func copy() {
    guard let original = access(0, { $0.shared($1) }) else { return }
    access(1) { $0.copy(original, $1) }
    if S.traits.contains(.mutableCopies) { access(2) { $0.copy(original, $1) } }
  }

  /// Either all threads race, or the children's threads come first.
  @inline(__always)
  package mutating func subclass(phase: Int) {
    guard (childrenComeFirst && isOnEvenThread) == (phase == 1) else { return }
    if isOnEvenThread {
      access(0, of: .parent) { $0.shared($1) }
    } else {
      access(0, of: .child) { (strategy, caller) throws(Refusal) in try strategy.sharedByChild(caller) }
    }
  }

  @inline(__always)
  package mutating func reacquire() {
    for number in 0..<rounds {
      guard let instance = access(number, holding: true, { $0.shared($1) }) else { continue }
      use(instance)
      strategy.release(instance, caller)
    }
  }

  /// The culprit lets go of what it has before it tears down: a teardown that keeps its own reference ends nothing.
  @inline(__always)
  package mutating func teardown() {
    guard isCulprit else {
      for number in 0..<rounds { access(number, holding: true) { $0.shared($1) } }
      return
    }
    if let instance = access(0, holding: true, { $0.shared($1) }) { strategy.release(instance, caller) }
    act { $0.tearDown($1) }
    access(1, holding: true) { $0.shared($1) }
  }

  @inline(__always)
  package mutating func askAndHold(_ number: Int) {
    access(number, holding: true) { $0.shared($1) }
  }

  @inline(__always)
  package mutating func tearDownAsCulprit() {
    if isCulprit { act { $0.tearDown($1) } }
  }

  @inline(__always)
  package mutating func useLate() {
    if !isCulprit { access(1, holding: true) { $0.sharedByOldWork($1) } }
  }

  /// The culprit releases once more than it retained.
  @inline(__always)
  package func dropAll() {
    guard let instance = noted(0) else { return }
    strategy.release(instance, caller)
    if isCulprit { strategy.release(instance, caller) }
  }

  @inline(__always)
  package mutating func externalWrite() {
    for number in 0..<rounds {
      if isCulprit && number == rounds / 2 { act { $0.overwrite($1) } }
      access(number, holding: true) { $0.shared($1) }
    }
  }

  @inline(__always)
  package mutating func reentrant() {
    if S.traits.contains(.prepares) {
      access(0) { $0.shared($1) }
    } else {
      whileArmed { $0.access(0) { $0.shared($1) } }
    }
  }

  /// Before any thread of the trial exists.
  @inline(__always)
  package mutating func prepare(_ scenario: Scenario) {
    if scenario == .reentrant && S.traits.contains(.prepares) {
      whileArmed { $0.act { $0.prepare($1) } }
    } else {
      act { $0.prepare($1) }
    }
  }
}

extension Scenario {
  /// All threads end a phase before any begins the next. `subclass` has a second one where the children come first.
  package var phaseCount: Int {
    switch self {
    case .lateUse, .overRelease: 3
    default: 1
    }
  }
}

extension TrialPart {
  /// One phase of a scenario, where it may cost what it costs.
  package mutating func run(_ scenario: Scenario, phase: Int) {
    switch scenario {
    case .firstAccess: firstAccess()
    case .mixedConstruction: mixedConstruction()
    case .copy: copy()
    case .subclass: subclass(phase: phase)
    case .reacquire: reacquire()
    case .teardown: teardown()
    case .lateUse where phase == 0: askAndHold(0)
    case .lateUse where phase == 1: tearDownAsCulprit()
    case .lateUse: useLate()
    case .reentrant: reentrant()
    case .overRelease where phase == 1: dropAll()
    case .overRelease: askAndHold(phase / 2)
    case .externalWrite: externalWrite()
    }
  }
}
