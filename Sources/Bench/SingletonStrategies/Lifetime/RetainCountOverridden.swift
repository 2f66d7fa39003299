package import SingletonStrategyKit

/// Idea: This is once-token-alloc with retain, release and autorelease overridden to do nothing.
///
/// What can go wrong: A caller that allocates and then initializes runs the initializer on the finished instance.
///
/// What we expect: The instance's life never ends, but a caller that constructs initializes it again.
///
/// Source: This is `tutorial: §4`, on a once token that works.
package struct RetainCountOverridden<B: Backend>: Strategy {
  private let base: OnceTokenAlloc<B>

  package init(_ cell: inout B.Cell) {
    base = OnceTokenAlloc(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { base.shared(caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { base.copy(original, caller) }
  package func retain(_ instance: B.Instance, _ caller: B.Caller) {}
  package func release(_ instance: B.Instance, _ caller: B.Caller) {}
}

extension RetainCountOverridden {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RetainCountOverridden<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "retain-count-overridden",
      idea: "once-token-alloc with retain, release and autorelease that do nothing",
      alsoKnownAs: ["manual reference counting", "MRC", "retainCount", "autorelease"],
      citations: [Citation(.tutorial, "§4")],
      expects: [
        .firstAccess: .sound,
        // The memory accesses are those of once-token-alloc in this scenario, so the data race is the same.
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .trap,
        .overRelease: .sound,
      ],
      plain: .notRaced(because: "its handle is a struct around memory: there is no object to count or to retain"),
      relatedFiles: ["SingletonStrategies/OnceTokenAlloc.swift"])
  }
}
