import CPlatform
import Outcomes

/// Hands out an instance that was always there, and touches no memory of the cell: what a row of it costs is the harness's
/// own cost.
///
/// In this room, because a strategy of another module is not specialised.
struct NothingToShare: Strategy {
  typealias W = NativeWorld

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  @inline(__always)
  func shared(_ caller: NativeCaller) -> NativeInstance? {
    NativeInstance(slot: cp_finished_slot().assumingMemoryBound(to: Slot.self))
  }

  /// Nobody makes it, so the tally must not look for whoever did.
  static var traits: Traits { [.endsLives] }

  static var card: Card {
    Card(id: "nothing-to-share", idea: "an instance that was always there", expects: [.firstAccess: .sound])
  }
}

extension Catalog {
  /// What measures the harness.
  package static let ofHarness = Catalog([CatalogEntry(NothingToShare.self), CatalogEntry(StaticLet.self)])
}
