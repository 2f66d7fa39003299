import Core
package import StrategyKit

/// Idea: an actor keeps the instance and hands it out, and its maker awaits something.
///
/// What can go wrong: an actor is re-entrant. At each `await` another task may have its turn, so the check and the store
/// are two turns, and a second task finds nothing and builds as well.
///
/// What we expect: more than one instance.
///
/// Source: the language; the actor's form of the lazy race. Each calling thread runs a task on an executor of its own.
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
      idea: "the actor's maker itself awaits, so the check and the store are two turns",
      risk: "another task has its turn between the check and the store",
      expects: [.firstAccess: .defect(.instances)],
      relatedFiles: ["StrategyKit/PerTrial.swift"])
  }
}
