import Outcomes

/// Idea: every owner has a lazy property, and takes care to build only one.
///
/// What can go wrong: nothing is shared. Two owners have two instances, without any race.
///
/// What we expect: one instance an owner; here every thread is an owner.
///
/// Source: 001, introduction: where the document starts from.
package struct LazyProperty<W: World>: Strategy {
  private let properties: VariablePerCaller<W>

  package init(_ cell: inout W.Cell) {
    properties = cell.variablePerCaller()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    let property = properties.of(caller)
    if property.load() == nil {
      property.store(caller.make())
    }
    return property.load()
  }
}

extension LazyProperty {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { LazyProperty<V>.self }

  package static var traits: Traits { [.livesPerOwner] }

  package static var card: Card {
    Card(
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
