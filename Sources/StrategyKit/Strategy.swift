/// A way of handing out one shared instance: "give me the instance".
///
/// The struct holds handles of the primitives that it takes from a cell; it is made anew for each access and costs
/// nothing. A entryPoint that a strategy does not redirect has the behavior of a class that knows nothing of singletons.
public protocol Strategy<B>: Sendable {
  associatedtype B: Backend

  static var info: StrategyInfo { get }
  /// The same strategy in another world; nil where it exists only natively.
  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)?

  /// Takes the primitives from the cell, always in the same order.
  init(_ cell: inout B.Cell)

  /// The accessor.
  func shared(_ caller: B.Caller) -> B.Instance?
  /// Allocates, then initializes, as somebody does who does not know that the class is a singleton.
  func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance?
  func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance?
  /// The child's accessor.
  func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance?
  /// Runs before any thread of the trial exists.
  func prepare(_ caller: B.Caller)
  func tearDown(_ caller: B.Caller)
  /// Writes nil to the exposed variable from outside, and releases what it held.
  func overwrite(_ caller: B.Caller)
  /// The accessor, asked by work that was handed out before the teardown.
  func sharedByOldWork(_ caller: B.Caller) -> B.Instance?

  /// What the callers' retain and release do.
  func retain(_ instance: B.Instance, _ caller: B.Caller)
  func release(_ instance: B.Instance, _ caller: B.Caller)

  static var traits: Traits { get }
}

/// A construction, or a child's accessor, that answers with an error instead of an instance.
public struct Refusal: Error, Sendable {
  public init() {}
}

/// What an engine has to know of a strategy besides its entryPoints.
public struct Traits: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `prepare` does something.
  public static let prepares = Traits(rawValue: 1 << 0)
  /// What the accessor returns is retained for the caller already, as a weak load does.
  public static let returnsRetained = Traits(rawValue: 1 << 1)
  /// Copying has a second entryPoint, the mutable copy, which does the same.
  public static let mutableCopies = Traits(rawValue: 1 << 2)
  /// Instances end their life even where no scenario ends it: losers are destroyed, or references are counted.
  public static let endsLives = Traits(rawValue: 1 << 3)
  /// The promise is one instance an owner.
  public static let hasOwners = Traits(rawValue: 1 << 4)
  /// Whoever makes an instance is an owner, with lifetimes of its own.
  public static let livesPerOwner = Traits(rawValue: 1 << 5)
  /// Exists once a process, or may end it: each trial has a process of its own.
  public static let oneTrialPerProcess = Traits(rawValue: 1 << 6)
}

extension Strategy {
  public static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { nil }
  public static var traits: Traits { [] }

  @inline(__always)
  public func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { caller.make() }
  @inline(__always)
  public func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { caller.make() }
  @inline(__always)
  public func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { shared(caller) }
  public func prepare(_ caller: B.Caller) {}
  public func tearDown(_ caller: B.Caller) { caller.fail("this strategy has no teardown") }
  public func overwrite(_ caller: B.Caller) { caller.fail("this strategy exposes no variable") }
  @inline(__always)
  public func sharedByOldWork(_ caller: B.Caller) -> B.Instance? { shared(caller) }
  @inline(__always)
  public func retain(_ instance: B.Instance, _ caller: B.Caller) { caller.retain(instance) }
  @inline(__always)
  public func release(_ instance: B.Instance, _ caller: B.Caller) { caller.release(instance) }
}
