import Outcomes

@testable import Strategies

extension Catalog {
  /// Three strategies that exist only here, so that the goldens do not change with the real list.
  static let fake = Catalog([
    entry(
      Card(
        id: "unsynchronized-lazy", idea: "Make the instance when the variable is nil.",
        risk: "Two callers find it nil at one time.", source: "001 §1",
        expects: [
          .firstAccess: .defect(.instances, may: [.nilResults]),
          .copy: .anyDefect(.reinits, .crash, leastThreads: 1),
        ])),
    entry(
      Card(
        id: "double-checked-lock", idea: "Look \"outside\" the lock, then again inside it.", source: "001 §2",
        expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]), .subclass: .sound])),
    entry(
      Card(
        id: "once-reentrant", idea: "Ask again from inside the initialiser.",
        expects: [.firstAccess: .sound, .reentrant: .trap, .lateUse: .hang])),
  ])

  private static func entry(_ card: Card) -> CatalogEntry {
    CatalogEntry(card: card) { _ in fatalError("a fake strategy does not run") }
  }
}
