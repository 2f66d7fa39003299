package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: One token protects the allocation, and another protects the accessor, which calls a private initializer. The
/// public initializer refuses, and so does the accessor of a child.
///
/// What can go wrong: A thread that constructs allocates before it is refused, and reads the variable without the
/// accessor's token. If a child is constructed first, the inherited interception has stored a child by the time that
/// the initializer refuses, and the parent's accessor hands it out forever.
///
/// What we expect: Among callers of one class the strategy is sound, and a caller that constructs is refused. After a
/// child was constructed, callers of the parent get an instance of the wrong class.
///
/// Source: This is `strict: final form`, without its second test in the allocation's block, which runs once anyway.
package struct OnceStrict<B: Backend>: Strategy {
  private let allocation: B.OnceToken
  private let accessor: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    allocation = cell.onceToken()
    accessor = cell.onceToken()
    instance = cell.variable()
  }

  private func allocate(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    allocation.run {
      instance.store(caller.allocate(receiver))
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    accessor.run(with: (self, caller)) { strategy, caller in
      guard let allocated = strategy.allocate(.parent, caller) else { return }
      caller.initialize(allocated)
      strategy.instance.store(allocated)
    }
    return instance.load()
  }

  /// Allocates and stores, and only then refuses: the refusal is the initializer's.
  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) throws(Refusal) -> B.Instance? {
    _ = allocate(receiver, caller)
    throw Refusal()
  }

  package func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try construct(.child, caller) }

  package func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { throw Refusal() }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension OnceStrict {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OnceStrict<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-strict",
      idea: "two tokens and a private initializer; the public one refuses, and so does a child's accessor",
      alsoKnownAs: ["strict singleton"],
      citations: [Citation(.strict, "final form")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: Expectation(.sound, may: [.refused], onWeakMemory: [.race]),
        .copy: .sound,
        .subclass: .sound(may: [.refused]),
        .subclassConstruction: .defect(.wrongClass, .refused, onWeakMemory: [.race]),
        .reentrant: .trap,
      ],
      plain: PlainListing(LicenseForm.self))
  }
}

private enum LicenseForm: PlainForm {
  typealias Child = TrialLicense
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .copy, .subclass]
  static let differences = [
    PlainDifference(
      .mixedConstruction, .sound(may: [.refused]),
      why: "the listing's public initializer refuses before it allocates, and reads no variable")
  ]

  static func shared() throws -> License? { try License.shared }
  static func construct() throws -> License? { try License() }
  static func copy(_ original: License) -> License? { original.copy() }
  static func sharedByChild() throws -> AnyObject? { try TrialLicense.shared }
}
