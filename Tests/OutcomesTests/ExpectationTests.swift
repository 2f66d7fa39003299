import Outcomes
import Strategies
import Testing

/// Testing has a type of this name too.
typealias Expectation = Outcomes.Expectation

@Suite struct `An expectation` {
  private static let declared = Set(
    Catalog.standard.entries.flatMap(\.card.declarations).map(\.expectation.description)
  ).sorted()

  @Test(arguments: declared) func `that the catalogue declares reads what it prints`(text: String) throws {
    #expect(try #require(Expectation(text)).description == text)
  }

  @Test(
    arguments: [
      ("sound", .sound), ("trap", .trap), ("hang", .hang), ("sound;may:refused", .sound(may: [.refused])),
      ("defect:instances", .defect(.instances, leastThreads: 1)),
      ("defect:reinits+instances", .defect(.instances, .reinits, leastThreads: 1)),
      ("defect:live_max|crash", .anyDefect(.crash, .liveMax, leastThreads: 1)),
      ("trap;may:crash,inits", Expectation(.trap, may: [.inits, .crash])),
    ] as [(String, Expectation)])
  func `is read`(text: String, expectation: Expectation) {
    #expect(Expectation(text) == expectation)
  }

  @Test(arguments: [
    "", "Sound", "sound ", "held", "defect", "defect:", "defect:x", "defect:instances+", "defect:+instances",
    "defect:instances|", "defect:instances|reinits+inits", "defect:instances,reinits", "sound;", "sound;may:",
    "sound;may:x", "sound;may:inits,", "sound;inits", "sound;may:inits;may:crash", ";may:inits", "may:inits",
  ])
  func `is nothing else`(text: String) {
    #expect(Expectation(text) == nil)
  }

  @Test func `is sound with fewer threads than it needs, and keeps what is allowed`() {
    let expectation = Expectation.defect(.instances, may: [.nilResults])
    #expect(expectation.applied(threads: 1, memoryOrder: .weak) == .sound(may: [.nilResults]))
    #expect(expectation.applied(threads: 2, memoryOrder: .weak).description == expectation.description)
    #expect(Expectation.trap.applied(threads: 1, memoryOrder: .weak) == .trap)
  }

  @Test func `allows what weak memory shows only where memory is weak`() {
    let expectation = Expectation.sound(onWeakMemory: [.race, .halfBuilt])
    #expect(expectation.applied(threads: 2, memoryOrder: .totalStoreOrder) == .sound)
    #expect(expectation.applied(threads: 2, memoryOrder: .weak) == .sound(may: [.halfBuilt]))
    #expect(Expectation.sound(onWeakMemory: [.race]).applied(threads: 2, memoryOrder: .weak) == .sound)
  }

  @Test func `allows what follows from a declared defect`() {
    #expect(Expectation.defect(.instances).allowed == [.instances, .inits, .liveMax])
    #expect(Expectation.sound(may: [.instances]).allowed == [.instances, .inits, .liveMax])
    #expect(Expectation.anyDefect(.reinits, .crash).allowed == [.reinits, .inits, .crash])
    #expect(Expectation.sound.allowed == [])
    #expect(Expectation.trap.allowed == [])
  }
}
