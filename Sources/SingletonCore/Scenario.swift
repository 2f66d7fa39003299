/// The actions that the threads of a trial perform on a strategy.
///
/// A scenario is one value, from which everything else is derived: the sweeps on real threads, the program that the
/// model checker explores, the counts, and the text of `list`. The values are in `Scenarios.swift`.
public struct Scenario: Sendable {
  /// The name in options and reports.
  public let id: String
  /// One sentence for `list` and `explain`.
  package let summary: String
  package let usage: Usage
  /// The promise that a trial must not break, whatever a strategy declares.
  package let promise: Promise
  /// The threads that finish before all other threads begin in every second trial, or `nil` if all begin together.
  package let headStart: Role?
  /// The accessor that initializers call, or `nil` if they call none.
  package let initializerCall: InitializerCall?
  private let makePhases: @Sendable (_ rounds: Int) -> [Phase]

  /// The actions of one phase, for each role.
  ///
  /// All threads finish a phase before any begins the next.
  package typealias Phase = KeyValuePairs<Role, [Action]>

  /// - Parameter phases: Makes the phases, given the number of rounds in a scenario whose threads repeat their
  ///   accesses.
  init(
    id: String, usage: Usage, promise: Promise = .oneInstance, headStart: Role? = nil,
    initializerCall: InitializerCall? = nil, summary: String, phases: @escaping @Sendable (_ rounds: Int) -> [Phase]
  ) {
    self.id = id
    self.summary = summary
    self.usage = usage
    self.promise = promise
    self.headStart = headStart
    self.initializerCall = initializerCall
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
  /// The threads to which a part of a phase applies.
  package enum Role: Sendable {
    case all, even, odd
    /// The interfering thread, whose actions the other threads do not expect.
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

  /// The properties of a thread that determine its parts of a phase.
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
    /// Gets an instance and checks it; if `holding`, the thread also retains it.
    case access(EntryPoint, holding: Bool)
    /// Uses the instance of the most recent access.
    case use
    /// Releases the instance of the most recent access.
    case release
    /// Makes the result of an access in an earlier phase, given by its number, the current instance.
    case recall(Int)
    case tearDown
    /// Stores `nil` in the exposed variable.
    case overwrite
    /// Drops everything that the thread holds, and the owner that the thread belongs to. Has an effect only in a
    /// strategy with owners.
    case leave
    /// Checks that every instance that the thread got has ended. Has an effect only in a strategy with owners.
    case expectEnds

    package static func access(_ entryPoint: EntryPoint) -> Action { .access(entryPoint, holding: false) }
  }

  /// A way to get an instance from a strategy.
  package enum EntryPoint: Hashable, Sendable {
    case accessor
    case childAccessor
    /// The accessor, called by work that was handed out before the teardown.
    case lateAccessor
    case construction
    /// Allocation and initialization of the child class.
    case childConstruction
    /// A copy of the most recent access's result.
    case copy
    case mutableCopy

    /// Whether the entry point belongs to the child class, not the parent.
    package var asksChild: Bool { self == .childAccessor || self == .childConstruction }
    package var isCopy: Bool { self == .copy || self == .mutableCopy }
  }

  /// A call of an accessor by the initializers.
  @usableFromInline package enum InitializerCall: Sendable {
    /// The first initializer that a thread enters calls the accessor.
    case sameClass
    /// The initializer of each of the two classes calls the other's accessor the first time it runs in a thread.
    case otherClass

    /// The number of nested calls in one thread.
    package var count: Int { entryPoints(after: .accessor).count }

    /// Returns the accessors that the initializers of one thread call, each nested in the call before.
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

  /// Whether callers hold and release references, so instances can end.
  package var endsLives: Bool {
    phases(rounds: 2).joined().flatMap(\.value).contains { action in
      switch action {
      case .access(_, let holding): holding
      case .release, .tearDown, .overwrite: true
      case .use, .recall, .leave, .expectEnds: false
      }
    }
  }

  /// Returns how many of the given number of threads begin by calling the parent's accessor.
  package func accessorThreads(of threads: Int) -> Int {
    guard let first = phases(rounds: 2).first else { return 0 }
    return (0..<threads).count { thread in
      let kind = ThreadKind(isOdd: thread % 2 == 1, isInterfering: thread == 0)
      if case .access(.accessor, _)? = Self.actions(of: first, for: kind).first { return true }
      return false
    }
  }
}

/// A use that programs make of a singleton. Each scenario tries one.
package enum Usage: String, CaseIterable, Sendable {
  /// Each caller asks the accessor once, and keeps the result.
  case accessing
  /// Callers ask, use, drop, and ask again.
  case reacquiring
  /// Callers construct their own instances.
  case constructing
  case copying
  /// Callers ask a child class.
  case subclassing
  /// The instance comes to its end, or is taken away.
  case ending
  /// The initializer asks for the instance that it initializes.
  case reentering
}

/// The promise of a singleton, in a form that a single trial keeps or breaks.
package enum Promise: Sendable {
  /// All accesses of a trial get the same instance.
  case oneInstance
  /// All accesses of a trial get the same instance, or a refusal.
  case oneInstanceOrRefusal
  /// All accesses to the same class get the same instance, or a refusal.
  case oneInstancePerClass
  /// All accesses to the same owner get the same instance.
  case oneInstancePerOwner
  /// Instances may follow one another, but no two are alive at the same time.
  case oneAlive
}

extension Promise {
  /// Returns whether a defect breaks the promise, whatever was declared.
  ///
  /// A spare instance that is built and dropped breaks a promise only if no two may be alive at the same time.
  package func isBroken(by defect: Defect) -> Bool {
    switch defect {
    case .inits: false
    case .refused: if case .oneInstance = self { true } else { false }
    case .liveMax: if case .oneAlive = self { true } else { false }
    default: true
    }
  }
}
