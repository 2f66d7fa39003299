import SingletonCore
import SingletonStrategies
package import SingletonStrategyKit

extension Catalog {
  /// Three strategies that exist only here, so that the goldens do not change with the real catalog.
  package static let fake = Catalog(
    [
      entry(
        StrategyInfo(
          id: "unsynchronized-lazy", idea: "Make the instance when the variable is nil.",
          citations: [Citation(document: "tutorial", section: "§1 first listing")],
          expects: [
            .firstAccess: .defect(.instances, may: [.nilResults]),
            .copy: .anyDefect(.reinits, .crash, leastThreads: 1),
          ])),
      entry(
        StrategyInfo(
          id: "double-checked-lock", idea: "Look \"outside\" the lock, then again inside it.",
          citations: [Citation(document: "tutorial", section: "§1 accessor")],
          expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]), .subclass: .sound])),
      entry(
        StrategyInfo(
          id: "once-reentrant", idea: "Ask again from inside the initializer.",
          expects: [.firstAccess: .sound, .reentrant: .trap, .lateUse: .hang])),
    ], sources: .none, documents: Document.standard)

  private static func entry(_ info: StrategyInfo) -> CatalogEntry {
    CatalogEntry(info: info) { _ in fatalError("a fake strategy does not run") }
  }
}
