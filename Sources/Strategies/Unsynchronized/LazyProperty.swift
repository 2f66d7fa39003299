import Core
package import StrategyKit

/// Idea: every owner has a lazy property, and takes care to build only one.
///
/// What can go wrong: nothing is shared. Two owners have two instances, without any race.
///
/// What we expect: one instance an owner; here every thread is an owner.
///
/// Source: 001, introduction: where the document starts from.
package struct LazyProperty<B: Backend>: Strategy {
  private let properties: VariablePerCaller<B>

  package init(_ cell: inout B.Cell) {
    properties = cell.variablePerCaller()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    let property = properties.of(caller)
    if property.load() == nil {
      property.store(caller.make())
    }
    return property.load()
  }
}

extension LazyProperty {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { LazyProperty<Other>.self }

  package static var traits: Traits { [.livesPerOwner] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "lazy-property",
      idea: "a lazy property of each owner; nothing is shared",
      risk: "two owners have two instances: it is not a singleton",
      source: "001, introduction",
      expects: [
        .firstAccess: .defect(.instances),
        .mixedConstruction: .defect(.instances),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ])
  }
}
