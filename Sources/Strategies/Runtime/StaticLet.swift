import Core
package import StrategyKit

/// Idea: Swift's own: a `static let`, whose initializer the runtime runs once, at the first access.
///
/// What can go wrong: an initializer that asks for the same constant waits for itself for ever (on Apple's systems the
/// process is stopped instead).
///
/// What we expect: sound.
///
/// Source: the language. It exists once a process, so each trial has a process of its own; a model needs a twin.
package struct StaticLet: Strategy {
  package typealias B = NativeBackend

  private enum Holder {
    /// Not foldable: a constant that the compiler can work out becomes a static object without any once.
    static let shared: NativeInstance = NativeCaller.current.make()
  }

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  /// A call, as from another file: inlined, the constant would be asked for once before a loop that asks again and again.
  @inline(never)
  package func shared(_ caller: NativeCaller) -> NativeInstance? { Holder.shared }
}

extension StaticLet {
  package static var traits: Traits { [.oneTrialPerProcess] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "static-let",
      idea: "Swift's own static let; one trial is one process",
      risk: "an initializer that asks for itself waits for ever",
      expects: [
        .firstAccess: .sound,
        .reentrant: reentry,
      ])
  }

  private static var reentry: Expectation {
    #if canImport(Darwin)
      .trap
    #else
      .hang
    #endif
  }
}
