import Outcomes

/// Idea: build the instance before any thread exists, when the class is loaded; the accessor only returns it.
///
/// What can go wrong: the door to construction stays open. Allocation answers the one instance, and the caller's
/// initialisation runs on it a second time.
///
/// What we expect: sound for the accessor; initialised again by whoever constructs.
///
/// Source: 001 §2, `+load`.
package struct EagerLoad<W: World>: Strategy {
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    instance = cell.variable()
  }

  package func prepare(_ caller: W.Caller) {
    let built = construct(caller)
    instance.store(built)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { instance.load() }

  /// No lock: by the time there are threads, the variable is never nil.
  package func construct(_ caller: W.Caller) -> W.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate())
    }
    guard let allocated = instance.load() else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { instance.load() }
}

extension EagerLoad {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { EagerLoad<V>.self }

  package static var traits: Traits { [.prepares] }

  package static var card: Card {
    Card(
      id: "eager-load",
      idea: "built before any thread exists; the accessor only returns it",
      risk: "whoever constructs gets the same instance and initialises it again",
      source: "001 §2, +load",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .defect(.halfBuilt, leastThreads: 1),
      ])
  }
}
