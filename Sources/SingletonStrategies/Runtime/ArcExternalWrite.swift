package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is exposed-global on a real strong variable, which another file sets to nil.
///
/// What can go wrong: The write releases an object that another thread has just read and is about to retain. The next
/// caller builds another one.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is `tutorial: §1 extern` under Swift's reference counting. Each trial has its own process.
package struct ArcExternalWrite: Strategy {
  package typealias B = NativeBackend

  // Unsynchronized on purpose: the data race on the variable is the subject.
  nonisolated(unsafe) private static var instance: CountedInstance?

  private let lock: NativeBackend.RecursiveLock

  package init(_ cell: inout NativeCell) { lock = cell.recursiveLock() }

  /// Stores an object that is not initialized, as the intercepted allocation does.
  private func allocate(_ caller: NativeCaller) -> CountedInstance? {
    if Self.instance == nil {
      lock.whileHeld(by: caller) {
        if Self.instance == nil {
          Self.instance = CountedInstance(isInitialized: false)
        }
      }
    }
    return Self.instance
  }

  package func shared(_ caller: NativeCaller) -> NativeInstance? {
    if Self.instance == nil {
      lock.whileHeld(by: caller) {
        if Self.instance == nil, let allocated = allocate(caller) {
          caller.initialize(allocated.instance)
          Self.instance = allocated
        }
      }
    }
    return Self.instance.map(caller.hold)
  }

  package func overwrite(_ caller: NativeCaller) { Self.instance = nil }
  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension ArcExternalWrite {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-external-write",
      idea: "exposed-global on a real strong variable",
      risk: "the outside write frees an object another thread will retain; the next caller builds another one",
      citations: [Citation(.tutorial, "§1 extern")],
      expects: [
        // A crash may also be detected before it happens, as one of the other defects.
        .externalWrite: .defect(
          .instances, may: [.crash, .halfBuilt, .nilResults, .usedAfterDestroy], leastThreads: 1)
      ],
      plain: PlainListing(SpoolerForm.self),
      relatedFiles: ["SingletonStrategyKit/CountedInstance.swift"])
  }
}

private enum SpoolerForm: PlainForm {
  static let scenarios: [Scenario] = [.externalWrite]
  static let mayCrash: String? =
    "a write from outside releases the spooler, which another thread may have read but not retained yet"

  static func shared() -> Spooler? { Spooler.shared }
  static func overwrite() { clearSpooler() }
}
