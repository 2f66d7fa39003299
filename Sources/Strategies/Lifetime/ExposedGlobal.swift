import Core
package import StrategyKit

/// Idea: as double-checked-alloc, with the variable visible to other files.
///
/// What can go wrong: anybody can write to it. After nil the next caller builds another one, and an initializer that
/// finds nil answers nil.
///
/// What we expect: everything that double-checked-alloc does; more than one instance after a write from outside.
///
/// Source: 001 §1: why the variable must be `static`.
package struct ExposedGlobal<B: Backend>: Strategy {
  private let base: DoubleCheckedAlloc<B>

  package init(_ cell: inout B.Cell) {
    base = DoubleCheckedAlloc(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { base.shared(caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { base.copy(original, caller) }

  /// Some other file, which sees the variable: it writes nil and lets go of what was there.
  ///
  /// It takes no lock, because it knows of none.
  ///
  /// What the accessor's own callers hold, it cannot know either.
  package func overwrite(_ caller: B.Caller) {
    guard let old = base.instance.load() else { return }
    base.instance.store(nil)
    caller.release(old)
  }
}

extension ExposedGlobal {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { ExposedGlobal<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
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
      ],
      relatedFiles: ["Strategies/DoubleCheckedAlloc.swift"])
  }
}
