import SingletonCore

/// A description of a strategy's listing in plain Swift, for the race: the listing's class and its entry points.
///
/// The listing itself is ordinary Swift code that does not depend on this module. Its instance exists once per process,
/// so each trial runs in a new process.
@usableFromInline package protocol PlainForm: SendableMetatype {
  /// The class of the shared instance.
  associatedtype Instance: AnyObject
  /// The child class, or the class itself if the listing has no child class.
  associatedtype Child: AnyObject = Instance

  /// The scenarios in which the listing can be raced.
  static var scenarios: [Scenario] { get }
  /// The reason why the listing may crash in a trial that the harness's form would complete and count as a defect: the
  /// harness keeps the memory of ended instances valid. `nil` if the listing cannot crash.
  static var mayCrash: String? { get }
  /// The expectations that differ from the strategy's declarations.
  static var differences: [PlainDifference] { get }

  /// The reason why a check of every execution cannot run the listing, in one sentence; `nil` if it can.
  static var notChecked: String? { get }

  /// Whether an entry point awaits the main actor.
  static var awaitsMainActor: Bool { get }

  /// Returns the shared instance.
  static func shared() throws -> Instance?
  /// Calls the accessor while the instance's initializer throws.
  ///
  /// A task that is canceled may be canceled before the initializer begins, if the listing looks at that only in the
  /// initializer.
  static func shared(failingBy failure: Scenario.InitializerFailure) throws -> Instance?
  /// Returns the existing instance, in the way that is timed. This is usually ``shared()``.
  static func later() throws -> Instance?
  /// Calls the accessor of the child class. The result may be an instance of either class.
  static func sharedByChild() throws -> AnyObject?
  /// Constructs an instance, as a caller would if the class were not a singleton.
  static func construct() throws -> Instance?
  static func constructChild() throws -> AnyObject?
  static func copy(_ original: Instance) -> Instance?
  /// The work that the program must do before it starts threads, or `nil` if there is none.
  static var prepare: (@Sendable () -> Void)? { get }
  static func tearDown()
  static func overwrite()
  /// Returns whether the initializer of an instance has finished, as far as a caller can tell; `nil` if callers cannot
  /// tell. It is called with each instance that the accessor returns.
  static var isWhole: (@Sendable (Instance) -> Bool)? { get }
}

/// A strategy that exists only as a listing. It shows what Swift itself does, for which the harness has no primitives.
///
/// The checker cannot check such a strategy, and its declarations are those of the listing.
@usableFromInline package protocol ListedStrategy: PlainForm {
  static var info: StrategyInfo { get }
}

extension ListedStrategy {
  package static var scenarios: [Scenario] { info.scenarios }
}

/// A scenario in which the listing's outcome differs from the strategy's declaration.
@usableFromInline package struct PlainDifference: Sendable {
  package let scenario: Scenario
  package let expectation: Expectation
  /// The reason, in one sentence.
  package let why: String

  package init(_ scenario: Scenario, _ expectation: Expectation, why: String) {
    self.scenario = scenario
    self.expectation = expectation
    self.why = why
  }
}

extension PlainForm {
  package static var scenarios: [Scenario] { [.firstAccess] }
  package static var mayCrash: String? { nil }
  package static var differences: [PlainDifference] { [] }
  package static var notChecked: String? { nil }
  package static var awaitsMainActor: Bool { false }

  package static func shared(failingBy failure: Scenario.InitializerFailure) throws -> Instance? {
    preconditionFailure("the listing's initializer cannot throw")
  }
  @usableFromInline package static func later() throws -> Instance? { try shared() }
  package static func sharedByChild() throws -> AnyObject? { try shared() }
  package static func construct() throws -> Instance? { preconditionFailure("the listing has no open initializer") }
  package static func constructChild() throws -> AnyObject? { preconditionFailure("the listing has no child class") }
  package static func copy(_ original: Instance) -> Instance? { preconditionFailure("the listing has no copy") }
  package static var prepare: (@Sendable () -> Void)? { nil }
  package static func tearDown() { preconditionFailure("the listing has no teardown") }
  package static func overwrite() { preconditionFailure("the listing exposes no variable") }
  package static var isWhole: (@Sendable (Instance) -> Bool)? { nil }

  /// The number of the calling thread, from 0 to 1,023.
  package static var callerIndex: Int { NativeCaller.current.index }

  /// Runs an asynchronous accessor as a task on the calling thread, and returns its result.
  package static func awaiting<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R {
    NativeCaller.current.awaitResult(body)
  }

  /// The same for an accessor that may throw, and whose instance is made by a task that it starts and awaits.
  package static func awaitingTasks<R: Sendable>(of body: @escaping @Sendable () async throws -> R) throws -> R {
    try NativeCaller.current.awaitTasks(of: body)
  }

  /// The same in a task that is canceled before it begins.
  package static func awaitingTasks<R: Sendable>(
    canceled body: @escaping @Sendable () async throws -> R
  ) throws -> R {
    try awaitingTasks(of: {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await body()
    })
  }
}
