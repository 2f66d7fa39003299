/// A way of handing out one shared instance.
///
/// A conforming struct holds handles to the primitives that it takes from a cell. A new struct is created for each cell
/// that a thread visits, which costs nothing. Entry points that a strategy does not implement behave as in an ordinary
/// class.
public protocol Strategy<B>: Sendable {
  associatedtype B: Backend

  static var info: StrategyInfo { get }
  /// Returns the same strategy in another backend, or `nil` if it exists only natively.
  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)?

  /// Takes the strategy's primitives from the cell, always in the same order.
  init(_ cell: inout B.Cell)

  /// Returns the shared instance; this is the accessor.
  func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance?
  /// Allocates and initializes an instance, as a caller would if the class were not a singleton.
  func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance?
  /// Allocates and initializes an instance of the child class, as a caller would if it were not a singleton.
  func constructChild(_ caller: B.Caller) throws(Refusal) -> B.Instance?
  func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance?
  /// Returns the shared instance of the child class; this is the child's accessor.
  func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance?
  /// Prepares the trial. This is called before any of the trial's threads exists.
  func prepare(_ caller: B.Caller)
  /// Ends the singleton.
  func tearDown(_ caller: B.Caller)
  /// Drops the caller's reference to its owner.
  func leave(_ caller: B.Caller)
  /// Writes `nil` to the exposed variable from outside, and releases the instance that was in it.
  func overwrite(_ caller: B.Caller)
  /// Returns the shared instance to work that began before the teardown.
  func sharedByOldWork(_ caller: B.Caller) throws(Refusal) -> B.Instance?

  /// Retains the instance for a caller.
  func retain(_ instance: B.Instance, _ caller: B.Caller)
  /// Releases the instance for a caller.
  func release(_ instance: B.Instance, _ caller: B.Caller)

  static var traits: Traits { get }
}

/// An error that an accessor or a construction throws instead of returning an instance, as Objective-C does with an
/// exception.
public struct Refusal: Error, Sendable {
  public init() {}
}

/// The properties of a strategy that an engine must know, besides its entry points.
public struct Traits: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// ``Strategy/prepare(_:)`` must be called before each trial.
  public static let prepares = Traits(rawValue: 1 << 0)
  /// The accessor returns an instance that is already retained for the caller, as a weak load does.
  public static let returnsRetained = Traits(rawValue: 1 << 1)
  /// Copying has a second entry point, the mutable copy, which does the same.
  public static let mutableCopies = Traits(rawValue: 1 << 2)
  /// Instances can end in every scenario, because losers are destroyed or references are counted.
  public static let endsLives = Traits(rawValue: 1 << 3)
  /// The promise is one instance per owner. An owner ends when its last caller leaves.
  public static let hasOwners = Traits(rawValue: 1 << 4)
  /// Every thread that makes an instance is an owner. Lifetimes are counted separately for each owner.
  public static let livesPerOwner = Traits(rawValue: 1 << 5)
  /// The strategy exists once per process, or may end the process, so each trial runs in a new process.
  public static let oneTrialPerProcess = Traits(rawValue: 1 << 6)
  /// The accessor awaits the main actor, so the process serves the main queue.
  package static let awaitsMainActor = Traits(rawValue: 1 << 7)
}

extension Strategy {
  public static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { nil }
  public static var traits: Traits { [] }

  @inline(__always)
  public func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { caller.make() }
  @inline(__always)
  public func constructChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { caller.make(.child) }
  @inline(__always)
  public func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { caller.make() }
  @inline(__always)
  public func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try shared(caller) }
  public func prepare(_ caller: B.Caller) {}
  public func tearDown(_ caller: B.Caller) { caller.fail("this strategy has no teardown") }
  public func leave(_ caller: B.Caller) {}
  public func overwrite(_ caller: B.Caller) { caller.fail("this strategy exposes no variable") }
  @inline(__always)
  public func sharedByOldWork(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try shared(caller) }
  @inline(__always)
  public func retain(_ instance: B.Instance, _ caller: B.Caller) { caller.retain(instance) }
  @inline(__always)
  public func release(_ instance: B.Instance, _ caller: B.Caller) { caller.release(instance) }
}
