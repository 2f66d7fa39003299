// A color table that is built and then published by one compare-and-exchange. A thread that comes too late releases its
// own and takes the published one.

import Synchronization

final class ColorTable: Sendable {
  private static let instance = Atomic<Unmanaged<ColorTable>?>(nil)

  static var shared: ColorTable {
    if let found = instance.load(ordering: .acquiring) { return found.takeUnretainedValue() }
    let built = Unmanaged.passRetained(ColorTable())
    let (exchanged, published) = instance.compareExchange(
      expected: nil, desired: built, successOrdering: .releasing, failureOrdering: .acquiring)
    if exchanged { return built.takeUnretainedValue() }
    built.release()
    return published!.takeUnretainedValue()
  }

  let colors: [UInt32] = [0x000000, 0xFFFFFF]
}
