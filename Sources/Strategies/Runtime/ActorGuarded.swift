import Core
package import StrategyKit

/// Idea: an actor keeps the instance and hands it out; only one task at a time is inside.
///
/// What can go wrong: nothing, as long as the check and the store are one turn of the actor.
///
/// What we expect: sound.
///
/// Source: the language. Each calling thread runs a task on an executor of its own; a model needs a twin.
package struct ActorGuarded: Strategy {
  package typealias B = NativeBackend

  private actor InstanceActor {
    private var instance: NativeInstance?

    func shared(_ caller: NativeCaller) -> NativeInstance? {
      if instance == nil {
        instance = caller.make()
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
      idea: "an actor hands it out; one task a thread",
      risk: "a maker that awaits splits the check from the store (see actor-awaiting)",
      expects: [.firstAccess: .sound],
      relatedFiles: ["StrategyKit/PerTrial.swift"])
  }
}
