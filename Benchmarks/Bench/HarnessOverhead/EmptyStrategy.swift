import CReference
import ClientStrategies
import MutantStrategies
import SingletonCore
import SingletonStrategies
import SingletonStrategyKit

/// A strategy that returns an existing instance and accesses no memory of the cell, so that the cost of its rows is
/// that of the harness.
struct EmptyStrategy: Strategy {
  typealias B = NativeBackend

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  @inline(__always)
  func shared(_ caller: NativeCaller) -> NativeInstance? {
    NativeInstance(word: UInt(bitPattern: reference_finished_slot()))
  }

  /// No thread makes the instance, so the tally must not derive lifetimes from the results.
  static var traits: Traits { [.endsLives] }

  static var info: StrategyInfo {
    StrategyInfo(id: "empty", idea: "an instance that was always there", expects: [.firstAccess: .sound])
  }
}

extension Catalog {
  /// The standard catalog, the strategies that measure the harness, and the mutants.
  static let harness = standard.adding(client.entries).adding([CatalogEntry(EmptyStrategy.self)])
    .adding(MutantEntry.all.map(\.entry))
    .adding([ChangedStrategies.original] + ChangedStrategies.entries)
}
