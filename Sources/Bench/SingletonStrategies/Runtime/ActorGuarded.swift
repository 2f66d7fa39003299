package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: An actor keeps the instance and hands it out, and only one task at a time runs in it.
///
/// What can go wrong: Nothing goes wrong as long as the actor does not await anything between the check and the store.
///
/// What we expect: The accessor is sound. If the initializer throws, because of an error or because the caller's task
/// was canceled, the next caller builds.
///
/// Source: This is Swift's own actor; a model would need a substitute for it. Each calling thread runs a task on
/// its own executor.
package struct ActorGuarded: Strategy {
  package typealias B = NativeBackend

  private actor InstanceActor {
    private var instance: NativeInstance?

    func shared(_ caller: NativeCaller) -> NativeInstance? {
      if instance == nil {
        instance = try? caller.makeOrThrow()
      }
      return instance
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

extension ActorGuarded {
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "actor",
      idea: "an actor hands it out; a task per thread",
      alsoKnownAs: ["isolation"],
      advisedFor: "one that callers await",
      expects: [
        .firstAccess: .sound,
        .failing: .sound,
        .canceled: .sound,
      ],
      plain: PlainListing(ProfileForm.self),
      relatedFiles: ["SingletonStrategyKit/PerTrial.swift"])
  }
}

private enum ProfileForm: AwaitedPlainForm {
  static var owner: ProfileStore { .shared }
  static func fresh() -> ProfileStore { ProfileStore() }
  static func shared(of owner: ProfileStore) async -> Profile? { await owner.current() }
  static func shared() -> Profile? { awaiting { await shared(of: owner) } }
}
