import Outcomes
import Strategies
import Testing

@testable import StressEngine

@Suite struct `The size of a sweep` {
  /// A thread's serials begin at its index times this.
  private static let serialsOfThread = 1 << 20

  private static let races: [(String, Race)] = Catalog.standard.entries.flatMap { entry in
    entry.card.declarations.map { ("\(entry.card.id), \($0.scenario.rawValue)", entry.race($0.scenario)) }
  }

  @Test(arguments: [1, 2, 8, 64, 255, 1_024])
  func `leaves each thread serials enough that no two instances have the same`(threads: Int) {
    for (name, race) in Self.races {
      let capacity = FieldSize.capacity(race, threads: threads, cores: 2, asked: 0)
      #expect(capacity * race.shape.instancesPerThread < Self.serialsOfThread, "\(name)")
    }
  }

  @Test func `that was asked for leaves each thread serials enough, too`() {
    let mostThatCanBeAsked = 65_536
    let most = Self.races.map { race in
      FieldSize.capacity(race.1, threads: 2, cores: 2, asked: mostThatCanBeAsked) * race.1.shape.instancesPerThread
    }.max()!
    #expect(most < Self.serialsOfThread)
  }

  @Test func `that was asked for is what it is`() {
    #expect(FieldSize.capacity(Self.races[0].1, threads: 2, cores: 2, asked: 5) == 5)
  }

  @Test func `grows fourfold while sweeps are short, to the capacity`() {
    #expect(FieldSize.next(8, took: 0, capacity: 100) == 32)
    #expect(FieldSize.next(32, took: 1_000, capacity: 100) == 100)
    #expect(FieldSize.next(100, took: 1_000, capacity: 100) == 100)
  }

  @Test func `shrinks to what 10 ms hold, and never to nothing`() {
    #expect(FieldSize.next(1_000, took: 100_000_000, capacity: 10_000) == 100)
    #expect(FieldSize.next(1_000, took: 10_000_000, capacity: 10_000) == 1_000)
    #expect(FieldSize.next(8, took: 60_000_000_000, capacity: 10_000) == 1)
    #expect(FieldSize.next(1, took: .max, capacity: 1) == 1)
  }

  @Test func `is shared out without a gap or an overlap`() throws {
    for threads in [1, 2, 7, 64] {
      let crew = try Row(Scripted.self, threads: threads, trials: 5).crew
      let cells = (0..<threads).flatMap { Array(crew.share(of: $0)) }
      #expect(cells == Array(0..<crew.active))
    }
  }
}
