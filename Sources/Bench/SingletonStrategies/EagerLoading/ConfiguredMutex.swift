package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is configured-variable with a mutex around each read and each store of the variable.
///
/// What can go wrong: A second configuration still replaces the instance that others hold, and a caller that comes
/// before the first one still gets nil. The mutex orders the accesses, and does not say which comes first.
///
/// What we expect: The accessor is sound if the program configures once, before there is a second thread. If another
/// thread configures again, there are two instances, and none of them is half-built.
///
/// Source: This is what Swift 6 leads to, because it rejects a variable that is not protected. The scenario
/// mixed-construction configures again, and late-configuration for the first time.
package struct ConfiguredMutex<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  package func prepare(_ caller: B.Caller) { _ = construct(caller) }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { lock.whileHeld { instance.load() } }

  /// Configures, and returns the new instance.
  package func construct(_ caller: B.Caller) -> B.Instance? {
    let built = caller.make()
    lock.whileHeld { instance.store(built) }
    return built
  }
}

extension ConfiguredMutex {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ConfiguredMutex<O>.self }
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "configured-mutex",
      idea: "configured at the start, in a Mutex; a second configuration replaces it",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .lateConfiguration: .defect(.nilResults),
      ],
      plain: PlainListing(ProxySettingsForm.self))
  }
}

private enum ProxySettingsForm: PlainForm {
  static let scenarios: [Scenario] = [.mixedConstruction, .lateConfiguration]

  static let prepare: (@Sendable () -> Void)? = { ProxySettings.configure(host: "proxy.example.com") }
  static func shared() -> ProxySettings? { ProxySettings.shared }
  static func construct() -> ProxySettings? { ProxySettings.configure(host: "test.example.com") }
}
