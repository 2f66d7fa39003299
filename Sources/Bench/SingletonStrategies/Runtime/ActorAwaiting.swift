package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: An actor keeps the instance and hands it out, and the function that makes the instance awaits something.
///
/// What can go wrong: An actor is reentrant: at each `await` it may run another task. Between the check and the store,
/// a second task can find no instance and build one as well.
///
/// What we expect: There is more than one instance.
///
/// Source: This is Swift's own actor, with the actor's form of the mistake in unsynchronized-lazy. Each calling thread
/// runs a task on its own executor.
package struct ActorAwaiting: Strategy {
  package typealias B = NativeBackend

  private actor InstanceActor {
    private var instance: NativeInstance?

    func shared(_ caller: NativeCaller) async -> NativeInstance? {
      if instance == nil {
        instance = await make(caller)
      }
      return instance
    }

    private func make(_ caller: NativeCaller) async -> NativeInstance {
      await Task.yield()
      return caller.make()
    }
  }

  private let instanceActor: PerTrial<InstanceActor>

  package init(_ cell: inout NativeCell) { instanceActor = cell.object { PerTrial { InstanceActor() } } }

  package func prepare(_ caller: NativeCaller) { instanceActor.renew() }

  package func shared(_ caller: NativeCaller) -> NativeInstance? {
    let instanceActor = instanceActor.object
    return caller.awaitResult { await instanceActor.shared(caller) }
  }
}

extension ActorAwaiting {
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "actor-awaiting",
      idea: "the actor awaits while it builds, between the check and the store",
      alsoKnownAs: ["actor reentrancy", "await in an actor"],
      expects: [.firstAccess: .defect(.instances)],
      plain: PlainListing(AccessTokenForm.self),
      relatedFiles: ["SingletonStrategyKit/PerTrial.swift"])
  }
}

private enum AccessTokenForm: AwaitedPlainForm {
  static var owner: TokenStore { .shared }
  static func fresh() -> TokenStore { TokenStore() }
  static func shared(of owner: TokenStore) async -> AccessToken? { await owner.current() }
  static func shared() -> AccessToken? { awaiting { await shared(of: owner) } }
}
