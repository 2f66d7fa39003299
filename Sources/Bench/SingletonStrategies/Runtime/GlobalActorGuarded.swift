package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The variable is isolated to a global actor, and so is the accessor, which builds at the first access.
///
/// What can go wrong: Nothing goes wrong as long as the accessor does not await anything between the check and the store.
/// All that is isolated to the global actor takes turns, also what has nothing to do with the instance.
///
/// What we expect: The accessor is sound. If the initializer throws, because of an error or because the caller's task
/// was canceled, the next caller builds.
///
/// Source: This is Swift's own global actor; a model would need a substitute for it. Each calling thread runs a task on
/// its own executor, and the trials of all cells share the actor.
package struct GlobalActorGuarded: Strategy {
  package typealias B = NativeBackend

  @globalActor private actor InstanceActor {
    static let shared = InstanceActor()
  }

  @InstanceActor private final class Isolated {
    private var instance: NativeInstance?

    nonisolated init() {}

    func shared(_ caller: NativeCaller) -> NativeInstance? {
      if instance == nil {
        instance = try? caller.makeOrThrow()
      }
      return instance
    }
  }

  private let isolated: PerTrial<Isolated>

  package init(_ cell: inout NativeCell) { isolated = cell.object { PerTrial { Isolated() } } }

  package func prepare(_ caller: NativeCaller) { isolated.renew() }

  package func shared(_ caller: NativeCaller) -> NativeInstance? {
    let isolated = isolated.object
    return caller.awaitResult { await isolated.shared(caller) }
  }
}

extension GlobalActorGuarded {
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "global-actor",
      idea: "the variable and its accessor are isolated to a global actor",
      alsoKnownAs: ["isolation"],
      expects: [
        .firstAccess: .sound,
        .failing: .sound,
        .canceled: .sound,
      ],
      plain: PlainListing(PlaylistForm.self),
      relatedFiles: ["SingletonStrategyKit/PerTrial.swift"])
  }
}

private enum PlaylistForm: AwaitedPlainForm {
  static var owner: PlaylistStore { get async { await PlaylistStore.shared } }
  static func fresh() -> PlaylistStore { PlaylistStore() }
  static func shared(of owner: PlaylistStore) async -> Playlist? { await owner.current() }
  static func shared() -> Playlist? { awaiting { await PlaylistStore.shared.current() } }
}
