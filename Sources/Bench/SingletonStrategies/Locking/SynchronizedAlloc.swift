package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The class intercepts its own allocation and performs it under a lock.
///
/// What can go wrong: The lock makes the allocation happen only once, but initialization comes after it, and every
/// caller performs it.
///
/// What we expect: There is one instance, and it is initialized again and again.
///
/// Source: This is `tutorial: §1 second listing`, which returns the variable after its lock, with the same outcomes.
package struct SynchronizedAlloc<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  private func allocate(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.allocate())
      }
      return instance.load()
    }
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { construct(caller) }
}

extension SynchronizedAlloc {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SynchronizedAlloc<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "synchronized-alloc",
      idea: "allocation is intercepted under a recursive lock; every caller initializes the result",
      alsoKnownAs: ["@synchronized", "objc_sync_enter", "allocWithZone"],
      citations: [Citation(.tutorial, "§1 second listing")],
      expects: [
        .firstAccess: .defect(.reinits, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .reentrant: .defect(.nestedInits, .reinits, leastThreads: 1, onWeakMemory: [.race]),
      ],
      plain: PlainListing(DownloaderForm.self))
  }
}

private enum DownloaderForm: PlainForm {
  static func shared() -> Downloader? { Downloader.shared }
}
