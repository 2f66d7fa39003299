import Outcomes

/// Idea: as double-checked-alloc, with the variable visible to other files.
///
/// What can go wrong: anybody can write to it. After nil the next caller builds another one, and an initialiser that
/// finds nil answers nil.
///
/// What we expect: everything that double-checked-alloc does; more than one instance after a write from outside.
///
/// Source: 001 §1: why the variable must be `static`.
package struct ExposedGlobal<W: World>: Strategy {
  private let base: DoubleCheckedAlloc<W>

  package init(_ cell: inout W.Cell) {
    base = DoubleCheckedAlloc(&cell)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { base.shared(caller) }
  package func construct(_ caller: W.Caller) -> W.Instance? { base.construct(caller) }
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { base.copy(original, caller) }

  /// Some other file, which sees the variable: it writes nil and lets go of what was there.
  ///
  /// It takes no lock, because it knows of none.
  ///
  /// What the accessor's own callers hold, it cannot know either.
  package func overwrite(_ caller: W.Caller) {
    guard let old = base.instance.load() else { return }
    base.instance.store(nil)
    caller.release(old)
  }
}

extension ExposedGlobal {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { ExposedGlobal<V>.self }

  package static var card: Card {
    Card(
      id: "exposed-global",
      idea: "double-checked-alloc on a variable that other files can write",
      risk: "after a write from outside the next caller builds another one",
      source: "001 §1, extern",
      expects: [
        .firstAccess: .defect(.halfBuilt, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, .halfBuilt, onWeakMemory: [.race]),
        .reentrant: .defect(.halfBuilt, leastThreads: 1, onWeakMemory: [.race]),
        .externalWrite: .defect(
          .instances, may: [.halfBuilt, .nilResults, .usedAfterDestroy, .liveMax], leastThreads: 1,
          onWeakMemory: [.race]),
      ])
  }
}
