package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The runtime calls a hook once per class, when the class is first used. The hook builds the instance, and
/// allocation returns the instance that it finds.
///
/// What can go wrong: A child inherits the hook, so the hook runs again and initializes the parent's instance, which
/// the intercepted allocation returns. Construction also initializes it again.
///
/// What we expect: The accessor is sound. With a child, the instance is initialized again and is of the wrong class.
///
/// Source: `tutorial: §2 initialize` describes it in prose. The runtime's part is emulated with two flags per class
/// and a recursive lock.
package struct ClassInitialize<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let ready: PerClass<B.AtomicMemory>
  private let begun: PerClass<Flag<B>>
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    ready = PerClass(parent: cell.atomicMemory(), child: cell.atomicMemory())
    begun = PerClass(parent: cell.flag(), child: cell.flag())
    instance = cell.variable()
  }

  /// Does what the runtime does before the first message to a class: it runs the parent's hook and then the class's
  /// own.
  ///
  /// Other threads wait until the hook has run. The thread that runs the hook does not wait.
  @inline(__always)
  private func use(_ receiver: InstanceClass, _ caller: B.Caller) {
    if ready[receiver].load(.acquiring) != 0 { return }
    runHook(of: receiver, caller)
  }

  @inline(never)
  private func runHook(of receiver: InstanceClass, _ caller: B.Caller) {
    lock.whileHeld(by: caller) {
      if begun[receiver].isSet() { return }
      begun[receiver].set()
      if receiver == .child { use(.parent, caller) }
      instance.store(build(receiver, caller))
      ready[receiver].store(1, .releasing)
    }
  }

  private func build(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate(receiver))
    }
    guard let allocated = instance.load() else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    use(.parent, caller)
    return instance.load()
  }

  package func sharedByChild(_ caller: B.Caller) -> B.Instance? {
    use(.child, caller)
    return instance.load()
  }

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    use(receiver, caller)
    return build(receiver, caller)
  }

  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { instance.load() }
}

extension ClassInitialize {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ClassInitialize<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "class-initialize",
      idea: "a once-per-class hook builds at first use of the class",
      alsoKnownAs: ["+initialize"],
      citations: [Citation(.tutorial, "§2 initialize")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .subclass: .defect(.reinits, .wrongClass, onWeakMemory: [.race]),
        .subclassConstruction: .defect(.reinits, .wrongClass, onWeakMemory: [.race]),
        .reentrant: .defect(.halfBuilt, leastThreads: 1),
      ],
      plain: PlainListing(RecordStoreForm.self))
  }
}

private enum RecordStoreForm: PlainForm {
  typealias Child = CloudStore
  static let scenarios: [Scenario] = [.firstAccess, .subclass]

  static func shared() -> RecordStore? { RecordStore.shared }
  static func sharedByChild() -> AnyObject? { CloudStore.shared }
}
