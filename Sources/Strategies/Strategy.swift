/// A way of handing out one shared instance: "give me the instance".
///
/// The struct holds handles of the primitives that it takes from a cell; it is made anew for each access and costs
/// nothing. A door that a strategy does not redirect has the behaviour of a class that knows nothing of singletons.
package protocol Strategy<W>: Sendable {
  associatedtype W: World

  static var card: Card { get }
  /// The same strategy in another world; nil where it exists only natively.
  static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)?

  /// Takes the primitives from the cell, always in the same order.
  init(_ cell: inout W.Cell)

  /// The accessor.
  func shared(_ caller: W.Caller) -> W.Instance?
  /// Allocates, then initialises, as somebody does who does not know that the class is a singleton.
  func construct(_ caller: W.Caller) throws(Refusal) -> W.Instance?
  func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance?
  /// The child's accessor.
  func sharedByChild(_ caller: W.Caller) throws(Refusal) -> W.Instance?
  /// Runs before any thread of the trial exists.
  func prepare(_ caller: W.Caller)
  func tearDown(_ caller: W.Caller)
  /// Writes nil to the exposed variable from outside, and releases what it held.
  func overwrite(_ caller: W.Caller)
  /// The accessor, asked by work that was handed out before the teardown.
  func sharedByOldWork(_ caller: W.Caller) -> W.Instance?

  /// What the callers' retain and release do.
  func retain(_ instance: W.Instance, _ caller: W.Caller)
  func release(_ instance: W.Instance, _ caller: W.Caller)

  static var traits: Traits { get }
}

/// A construction, or a child's accessor, that answers with an error instead of an instance.
package struct Refusal: Error, Sendable {
  package init() {}
}

/// What an engine has to know of a strategy besides its doors.
package struct Traits: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `prepare` does something.
  package static let prepares = Traits(rawValue: 1 << 0)
  /// What the accessor returns is retained for the caller already, as a weak load does.
  package static let returnsRetained = Traits(rawValue: 1 << 1)
  /// Copying has a second door, the mutable copy, which does the same.
  package static let mutableCopies = Traits(rawValue: 1 << 2)
  /// Instances end their life even where no scenario ends it: losers are destroyed, or references are counted.
  package static let endsLives = Traits(rawValue: 1 << 3)
  /// The promise is one instance an owner.
  package static let hasOwners = Traits(rawValue: 1 << 4)
  /// Whoever makes an instance is an owner, with lifetimes of its own.
  package static let livesPerOwner = Traits(rawValue: 1 << 5)
  /// Exists once a process, or may end it: each trial has a process of its own.
  package static let oneTrialPerProcess = Traits(rawValue: 1 << 6)
}

extension Strategy {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { nil }
  package static var traits: Traits { [] }

  @inline(__always)
  package func construct(_ caller: W.Caller) throws(Refusal) -> W.Instance? { caller.make() }
  @inline(__always)
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { caller.make() }
  @inline(__always)
  package func sharedByChild(_ caller: W.Caller) throws(Refusal) -> W.Instance? { shared(caller) }
  package func prepare(_ caller: W.Caller) {}
  package func tearDown(_ caller: W.Caller) { caller.fail("this strategy has no teardown") }
  package func overwrite(_ caller: W.Caller) { caller.fail("this strategy exposes no variable") }
  @inline(__always)
  package func sharedByOldWork(_ caller: W.Caller) -> W.Instance? { shared(caller) }
  @inline(__always)
  package func retain(_ instance: W.Instance, _ caller: W.Caller) { caller.retain(instance) }
  @inline(__always)
  package func release(_ instance: W.Instance, _ caller: W.Caller) { caller.release(instance) }
}
