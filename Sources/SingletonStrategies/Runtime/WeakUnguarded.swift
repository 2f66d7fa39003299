package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Several threads read and assign a bare `weak var`.
///
/// What can go wrong: Swift counts weak references safely, but the *variable* that holds one is as unprotected as any
/// other. A load and a store at the same time can free its side table twice.
///
/// What we expect: Two instances are alive at the same time, nil is handed out, an instance is used after its end, or
/// the process crashes.
///
/// Source: This is Swift's own weak variable; Objective-C's runtime locks its weak slots, and Swift's does not. Each
/// trial has its own process.
package struct WeakUnguarded: Strategy {
  package typealias B = NativeBackend

  // Unsynchronized on purpose: the data race on the variable is the subject.
  nonisolated(unsafe) private static weak var shared: CountedInstance?

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  package func shared(_ caller: NativeCaller) -> NativeInstance? {
    if let strong = Self.shared { return caller.hold(strong) }
    let built = CountedInstance()
    Self.shared = built
    return caller.hold(built)
  }

  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension WeakUnguarded {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-unguarded",
      idea: "a bare weak var, read and assigned by several threads",
      risk: "a load and a store at the same time can free the variable's side table twice",
      alsoKnownAs: ["weak var"],
      expects: [
        .firstAccess: .anyDefect(.instances, .crash, may: [.usedAfterDestroy]),
        .reacquire: .anyDefect(.crash, .usedAfterDestroy, .nilResults, .liveMax),
      ],
      plain: PlainListing(SocketForm.self),
      relatedFiles: ["SingletonStrategyKit/CountedInstance.swift"])
  }
}

private enum SocketForm: PlainForm {
  static let mayCrash: String? = "a read at the same time as a store can free what Swift keeps behind a weak variable"

  static func shared() -> Socket? { Socket.shared }
}
