package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor and the intercepted allocation each check the same variable twice, without the lock and then with
/// it.
///
/// What can go wrong: The allocation stores the instance *before* it is initialized, and the accessor's unlocked read
/// finds it there. A child class takes a different lock, because each class on which the accessor is called has its
/// own.
///
/// What we expect: Instances are handed out half-built on any machine. With a child class there can also be two
/// instances.
///
/// Source: This is `tutorial: §1 final version`.
package struct DoubleCheckedAlloc<B: Backend>: Strategy {
  let instance: Variable<B>
  private let locks: PerClass<B.RecursiveLock>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
    locks = PerClass(parent: cell.recursiveLock(), child: cell.recursiveLock())
  }

  private func allocate(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      locks[receiver].whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(caller.allocate(receiver))
        }
      }
    }
    return instance.load()
  }

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(receiver, caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      locks[receiver].whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(construct(receiver, caller))
        }
      }
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { instance.load() }
}

extension DoubleCheckedAlloc {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { DoubleCheckedAlloc<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "double-checked-alloc",
      idea: "accessor and allocation both check one variable twice; it is stored before initialization",
      alsoKnownAs: ["double-checked locking", "double check", "DCL", "DCLP", "allocWithZone"],
      citations: [
        Citation(.tutorial, "§1 final version"), Citation(.tutorial, "§1 copy"), Citation(.tutorial, "§5 base class"),
        Citation(.macro, "summary"),
      ],
      expects: [
        .firstAccess: .defect(.halfBuilt, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, .halfBuilt, onWeakMemory: [.race]),
        .copy: .defect(.halfBuilt, onWeakMemory: [.race]),
        // The child has another lock, so a thread can find and initialize an instance that was stored too early.
        .subclass: .defect(.instances, .wrongClass, may: [.halfBuilt, .reinits], onWeakMemory: [.race]),
        .subclassConstruction: .defect(.instances, .reinits, .wrongClass, may: [.halfBuilt], onWeakMemory: [.race]),
        .reentrant: .defect(.halfBuilt, leastThreads: 1, onWeakMemory: [.race]),
      ],
      plain: PlainListing(PlayerForm.self))
  }
}

private enum PlayerForm: PlainForm {
  typealias Child = VideoPlayer
  static let scenarios: [Scenario] = [.firstAccess, .copy, .subclass]

  static let mayCrash: String? = "two classes have two locks around one variable"
  static let differences = [Scenario.firstAccess, .copy].map {
    PlainDifference(
      $0, Expectation(.sound, may: [.halfBuilt], unseen: [.halfBuilt]),
      why: "between the store and the setup are a few instructions, which few trials meet")
  }
  static func shared() -> Player? { Player.shared }
  static func sharedByChild() -> AnyObject? { VideoPlayer.shared }
  static func copy(_ original: Player) -> Player? { original.copy() }
  static let isWhole: (@Sendable (Player) -> Bool)? = { !$0.playlist.isEmpty }
}
