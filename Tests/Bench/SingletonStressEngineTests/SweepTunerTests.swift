import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStressEngine

@Suite struct `The choice of a layout` {
  private static let layouts = [8, 16, 64].map { SweepLayout(cellBytes: $0, cellsPerBlock: 256) }

  /// The cell sizes of the next sweeps, each of which takes a millisecond.
  private func sizes(
    of sweeps: Int, cells: Int = 2_048, in tuner: inout SweepTuner, _ encounters: (SweepLayout) -> Encounters
  ) -> [Int] {
    (0..<sweeps).map { _ in
      let layout = tuner.layout
      tuner.note(cells, took: 1_000_000, encounters(layout))
      return layout.cellBytes
    }
  }

  @Test func `each layout is tried twice, in short sweeps, before one is chosen`() {
    var tuner = SweepTuner(Self.layouts)
    for expected in [8, 16, 64, 8, 16, 64] {
      #expect(tuner.cellLimit == 2_048)
      #expect(sizes(of: 1, in: &tuner) { _ in Encounters() } == [expected])
    }
    #expect(tuner.cellLimit == .max)
  }

  @Test func `the layout with the most violations is used, and one sweep of eight tries another`() {
    var tuner = SweepTuner(Self.layouts)
    let sizes = sizes(of: 30, in: &tuner) { Encounters(violations: $0.cellBytes == 16 ? 100 : 50, leadChanges: 0) }
    #expect(sizes[6..<30].filter { $0 == 16 }.count == 22)
    #expect([7, 15, 23].map { sizes[$0 + 1] } == [16, 64, 8])
    #expect(tuner.best.cellBytes == 16)
  }

  @Test func `without violations, the lead decides, and every second sweep tries another layout`() {
    var tuner = SweepTuner(Self.layouts)
    let sizes = sizes(of: 12, in: &tuner) { Encounters(violations: 0, leadChanges: $0.cellBytes == 64 ? 2 : 1) }
    #expect(sizes[6...] == [8, 64, 16, 64, 64, 64])
    #expect(tuner.best.cellBytes == 64)
  }

  @Test func `a few violations say more than the lead only if they are many`() {
    func best(_ violations: Int) -> Int {
      var tuner = SweepTuner(Self.layouts)
      _ = sizes(of: 6, in: &tuner) {
        Encounters(violations: $0.cellBytes == 8 ? violations : 0, leadChanges: $0.cellBytes == 64 ? 9 : 1)
      }
      return tuner.best.cellBytes
    }
    #expect(best(3) == 64)
    #expect(best(300) == 8)
  }

  @Test func `without violations and a lead, the fastest is used`() {
    var tuner = SweepTuner(Self.layouts)
    for _ in 0..<6 {
      tuner.note(2_048, took: tuner.layout.cellBytes == 16 ? 1_000 : 2_000, Encounters())
    }
    #expect(tuner.best.cellBytes == 16)
  }

  @Test func `the choice follows the machine`() {
    var tuner = SweepTuner(Self.layouts)
    _ = sizes(of: 100, in: &tuner) { Encounters(violations: $0.cellBytes == 8 ? 100 : 50, leadChanges: 0) }
    #expect(tuner.best.cellBytes == 8)
    _ = sizes(of: 200, in: &tuner) { Encounters(violations: $0.cellBytes == 64 ? 100 : 50, leadChanges: 0) }
    #expect(tuner.best.cellBytes == 64)
  }

  @Test func `a sweep of few cells does not count`() {
    var tuner = SweepTuner(Self.layouts)
    #expect(
      sizes(of: 5, cells: 1_023, in: &tuner) { _ in Encounters(violations: 9, leadChanges: 9) }.allSatisfy { $0 == 8 })
  }

  @Test func `one thread and few cells have one layout`() {
    let size = Catalog.standard.entries[0].raced(as: .harness)!.workload(.firstAccess).cellSize(callers: 2)
    #expect(SweepLayout.candidates(size, threads: 1, cells: 16_384).count == 1)
    #expect(SweepLayout.candidates(size, threads: 2, cells: 1_023).count == 1)
    #expect(SweepLayout.candidates(size, threads: 2, cells: 16_384).count == 6)
  }

  @Test func `a cell of several words is also tried in two cache lines`() {
    for entry in Catalog.standard.entries {
      let size = entry.raced(as: entry.ownForm)!.workload(.firstAccess).cellSize(callers: 2)
      let last = SweepLayout.candidates(size, threads: 2, cells: 16_384).last!
      #expect((last.cellOffset == 56) == (size.packed > 8), "\(entry.info.id)")
    }
  }
}
