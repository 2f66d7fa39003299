import SingletonCore

/// How a race asks a strategy's listing: a few lines that name the listing's class and its entry points.
///
/// The listing itself does not know that it is raced. Its objects are ordinary Swift objects, and its instance exists once
/// per process, so each trial has its own process.
@usableFromInline package protocol PlainForm: SendableMetatype {
  /// The class of the shared instance.
  associatedtype Instance: AnyObject
  /// Its child class, or the class itself if the listing has none.
  associatedtype Child: AnyObject = Instance

  /// The scenarios that the listing can do.
  static var scenarios: [Scenario] { get }
  /// Why the process may crash where the harness only counts a crash, because memory of its instances stays valid; `nil`
  /// if the listing does not crash.
  static var mayCrash: String? { get }
  /// The expectations that differ from what the strategy declares, each with its reason.
  static var differences: [PlainDifference] { get }

  /// Returns the shared instance.
  static func shared() throws -> Instance?
  /// Returns the existing instance in the way that is timed, which is usually ``shared()``.
  static func later() throws -> Instance?
  /// Asks the child class's accessor. The result may be of either class.
  static func sharedByChild() throws -> AnyObject?
  /// Constructs an instance, as callers do who do not know that the class is a singleton.
  static func construct() throws -> Instance?
  static func constructChild() throws -> AnyObject?
  static func copy(_ original: Instance) -> Instance?
  /// What the program must do before it starts threads, or `nil` if there is nothing to do.
  static var prepare: (@Sendable () -> Void)? { get }
  static func tearDown()
  static func overwrite()
  /// Returns whether the initializer has finished, as far as a caller can see, for each instance that the accessor
  /// returns; `nil` if callers cannot see that.
  static var isWhole: (@Sendable (Instance) -> Bool)? { get }
}

/// A strategy that is its listing: it shows what Swift itself does, for which the harness has no primitives.
///
/// There is nothing for the checker to check, and what is declared is what the listing shows.
@usableFromInline package protocol ListedStrategy: PlainForm {
  static var info: StrategyInfo { get }
}

extension ListedStrategy {
  package static var scenarios: [Scenario] { info.scenarios }
}

/// What a plain form shows in a scenario, if it is not what the strategy declares.
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

  /// Returns the result of an asynchronous accessor, which runs as a task on the calling thread.
  package static func awaiting<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R {
    NativeCaller.current.awaitResult(body)
  }
}
