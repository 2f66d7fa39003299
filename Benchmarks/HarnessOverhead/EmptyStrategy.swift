import CPlatform
import Core
import Strategies
import StrategyKit

/// Hands out an instance that was always there, and touches no memory of the cell: a row of it costs what the harness
/// costs.
struct EmptyStrategy: Strategy {
  typealias B = NativeBackend

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  @inline(__always)
  func shared(_ caller: NativeCaller) -> NativeInstance? {
    NativeInstance(word: UInt(bitPattern: cp_finished_slot()))
  }

  /// No thread makes the instance, so the tally must not look for the one that did.
  static var traits: Traits { [.endsLives] }

  static var info: StrategyInfo {
    StrategyInfo(id: "empty", idea: "an instance that was always there", expects: [.firstAccess: .sound])
  }
}

extension Catalog {
  /// The rows that measure the harness.
  static let harness = Catalog([CatalogEntry(EmptyStrategy.self), CatalogEntry(StaticLet.self)], sources: .none)
}
