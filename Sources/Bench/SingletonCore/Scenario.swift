/// The actions that the threads of a trial perform on a strategy.
///
/// Everything else follows from this value: the sweeps on real threads, the program that the model checker explores,
/// the counts, and the text of `list`. `Scenarios.swift` lists all scenarios.
public struct Scenario: Sendable {
  /// The name in options and reports.
  public let id: String
  /// One sentence for `list` and `explain`.
  package let summary: String
  package let usage: Usage
  /// The promise that a trial must keep, even if the catalog declares a defect.
  package let promise: Promise
  /// The threads that get a head start: in every second trial, they finish before all other threads begin. `nil` if all
  /// threads always begin together.
  package let headStart: Role?
  /// The accessor that initializers call, or `nil` if they call no accessor.
  package let initializerCall: InitializerCall?
  /// Whether trials begin without the strategy's preparation.
  package let isUnprepared: Bool
  private let makePhases: @Sendable (_ rounds: Int) -> [Phase]

  /// The actions of each role in one phase of a trial.
  ///
  /// Every thread finishes a phase before any thread begins the next.
  package typealias Phase = KeyValuePairs<Role, [Action]>

  /// - Parameter phases: Makes the phases, given the number of rounds of accesses per thread.
  init(
    id: String, usage: Usage, promise: Promise = .oneInstance, headStart: Role? = nil,
    initializerCall: InitializerCall? = nil, isUnprepared: Bool = false, summary: String,
    phases: @escaping @Sendable (_ rounds: Int) -> [Phase]
  ) {
    self.id = id
    self.summary = summary
    self.usage = usage
    self.promise = promise
    self.headStart = headStart
    self.initializerCall = initializerCall
    self.isUnprepared = isUnprepared
    makePhases = phases
  }

  package init?(id: some StringProtocol) {
    guard let scenario = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = scenario
  }

  package func phases(rounds: Int) -> [Phase] { makePhases(rounds) }

  /// Returns the index of a scenario in reports; an unknown one comes after all others.
  package static func index(ofID id: String) -> Int { allCases.firstIndex { $0.id == id } ?? allCases.count }
}

extension Scenario: Hashable {
  public static func == (a: Scenario, b: Scenario) -> Bool { a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Scenario {
  /// A group of threads that perform the same actions in a phase.
  package enum Role: Sendable {
    case all, even, odd
    /// The one thread that disturbs the rest, for example by tearing the instance down.
    case interfering
    case others

    package func includes(_ thread: ThreadKind) -> Bool {
      switch self {
      case .all: true
      case .even: !thread.isOdd
      case .odd: thread.isOdd
      case .interfering: thread.isInterfering
      case .others: !thread.isInterfering
      }
    }
  }

  /// The properties of a thread that decide which roles it has.
  package struct ThreadKind: Hashable, Sendable, CaseIterable {
    package let isOdd: Bool
    package let isInterfering: Bool

    package init(isOdd: Bool, isInterfering: Bool) {
      self.isOdd = isOdd
      self.isInterfering = isInterfering
    }

    /// The kinds of threads in the order of ``index``.
    package static let allCases = [false, true].flatMap { isInterfering in
      [false, true].map { ThreadKind(isOdd: $0, isInterfering: isInterfering) }
    }

    @inline(__always)
    package var index: Int { (isOdd ? 1 : 0) | (isInterfering ? 2 : 0) }
  }

  package enum Action: Hashable, Sendable {
    /// Gets an instance and checks it. If `holding` is true, the thread also retains it.
    case access(EntryPoint, holding: Bool)
    /// Uses the instance from the most recent access.
    case use
    /// Releases the instance from the most recent access.
    case release
    /// Makes the result of an earlier access, given by the number of its phase, the current instance.
    case recall(Int)
    case tearDown
    /// Stores `nil` in the variable that the strategy exposes.
    case overwrite
    /// Drops all references of the thread, and its reference to its owner. Does nothing in a strategy without owners.
    case leave
    /// Checks that every instance that the thread got is gone. Does nothing in a strategy without owners.
    case expectEnds

    package static func access(_ entryPoint: EntryPoint) -> Action { .access(entryPoint, holding: false) }
  }

  /// A way of getting an instance from a strategy.
  package enum EntryPoint: Hashable, Sendable {
    case accessor
    case childAccessor
    /// The accessor, called by work that was scheduled before the teardown.
    case lateAccessor
    /// The accessor, while the first initializer that the caller enters throws. The caller may be left without an
    /// instance.
    case failingAccessor(InitializerFailure)
    case construction
    /// Allocation and initialization of the child class.
    case childConstruction
    /// A copy of the instance from the most recent access.
    case copy
    case mutableCopy

    /// Whether the entry point belongs to the child class, not the parent.
    package var asksChild: Bool { self == .childAccessor || self == .childConstruction }
    package var isCopy: Bool { self == .copy || self == .mutableCopy }
  }

  /// The reason why an initializer throws instead of finishing.
  @usableFromInline package enum InitializerFailure: Sendable {
    case error
    /// The caller's task is canceled when the initializer begins. If the initializer runs in that task, it throws.
    case cancellation
  }

  /// The call of an accessor from inside an initializer.
  @usableFromInline package enum InitializerCall: Sendable {
    /// The first initializer that a thread enters calls the accessor of its own class.
    case sameClass
    /// The initializer of each of the two classes calls the other's accessor the first time it runs in a thread.
    case otherClass

    /// The number of nested accessor calls in one thread.
    package var count: Int { entryPoints(after: .accessor).count }

    /// Returns the accessors that the initializers of one thread call, in order. Each call is nested in the one before
    /// it.
    ///
    /// - Parameter first: The entry point that the thread itself calls.
    package func entryPoints(after first: EntryPoint) -> [EntryPoint] {
      switch self {
      case .sameClass: [.accessor]
      case .otherClass: first.asksChild ? [.accessor, .childAccessor] : [.childAccessor, .accessor]
      }
    }
  }

  package static func actions(of phase: Phase, for thread: ThreadKind) -> [Action] {
    phase.filter { $0.key.includes(thread) }.flatMap(\.value)
  }

  package var hasInterference: Bool {
    phases(rounds: 2).contains { $0.contains { $0.key == .interfering } }
  }

  /// Whether callers hold and release references, so that instances can end.
  package var endsLives: Bool {
    phases(rounds: 2).joined().flatMap(\.value).contains { action in
      switch action {
      case .access(_, let holding): holding
      case .release, .tearDown, .overwrite: true
      case .use, .recall, .leave, .expectEnds: false
      }
    }
  }

  /// Whether initializers throw.
  package var failsInitializers: Bool {
    phases(rounds: 2).joined().flatMap(\.value).contains { action in
      if case .access(.failingAccessor, _) = action { true } else { false }
    }
  }

  /// Whether a limited wait is expected to reach its limit.
  package var endsWaits: Bool { initializerCall != nil || failsInitializers }

  /// Returns how many of this many threads begin by calling the parent's accessor.
  package func accessorThreads(of threads: Int) -> Int {
    guard let first = phases(rounds: 2).first else { return 0 }
    return (0..<threads).count { thread in
      let kind = ThreadKind(isOdd: thread % 2 == 1, isInterfering: thread == 0)
      if case .access(.accessor, _)? = Self.actions(of: first, for: kind).first { return true }
      return false
    }
  }
}

/// A way in which programs use a singleton. Each scenario exercises one.
package enum Usage: String, CaseIterable, Sendable {
  /// Each caller calls the accessor once and keeps the result.
  case accessing
  /// Callers get an instance, use it, drop it, and get it again.
  case reacquiring
  /// Callers construct their own instances.
  case constructing
  case copying
  /// Callers call the accessor of a child class.
  case subclassing
  /// The instance ends, or is taken away from its callers.
  case ending
  /// The initializer calls the accessor of the instance that it is initializing.
  case reentering
  /// The initializer throws, or the task that asks is canceled, and callers ask again.
  case failing
}

/// The promise that a strategy makes as a singleton, in a form that can be decided for each trial.
package enum Promise: Sendable {
  /// All accesses of a trial get the same instance.
  case oneInstance
  /// All accesses of a trial get the same instance, or are refused.
  case oneInstanceOrRefusal
  /// All accesses of a trial get the same instance, but the one whose initializer throws may get none.
  case oneInstanceAfterFailure
  /// All accesses to the same class get the same instance, or are refused.
  case oneInstancePerClass
  /// All accesses to the same owner get the same instance.
  case oneInstancePerOwner
  /// Instances may follow one another, but no two are alive at the same time.
  case oneAlive
}

extension Promise {
  /// Returns whether a defect breaks the promise, even if it was declared.
  ///
  /// An extra instance that is built and dropped breaks only the promise that no two instances are alive at the same
  /// time.
  package func isBroken(by defect: Defect) -> Bool {
    switch defect {
    case .inits: false
    case .refused:
      switch self {
      case .oneInstance, .oneInstanceAfterFailure: true
      case .oneInstanceOrRefusal, .oneInstancePerClass, .oneInstancePerOwner, .oneAlive: false
      }
    case .liveMax: if case .oneAlive = self { true } else { false }
    default: true
    }
  }
}
