import SingletonCore
import Testing

import struct SingletonCore.Expectation

@Suite struct `Expectations` {
  @Test(
    arguments: [
      ("sound", .sound), ("trap", .trap), ("hang", .hang), ("trap|hang", .trapOrHang),
      ("sound;may:refused", .sound(may: [.refused])),
      ("defect:instances", .defect(.instances, leastThreads: 1)),
      ("defect:reinits+instances", .defect(.instances, .reinits, leastThreads: 1)),
      ("defect:live_max|crash", .anyDefect(.crash, .liveMax, leastThreads: 1)),
      ("defect:hang", .defect(.hang, leastThreads: 1)),
      ("trap;may:crash,inits", Expectation(.trap, may: [.inits, .crash])),
      ("sound;may:refused;checker:race", Expectation(.sound, may: [.refused], onWeakMemory: [.race])),
    ] as [(String, Expectation)])
  func `an expectation is read from its spelling`(text: String, expectation: Expectation) {
    #expect(Expectation(text) == expectation)
  }

  @Test(arguments: [
    "", "Sound", "sound ", "held", "defect", "defect:", "defect:x", "defect:instances+", "defect:+instances",
    "defect:instances|", "defect:instances|reinits+inits", "defect:instances,reinits", "sound;", "sound;may:",
    "sound;may:x", "sound;checker:", "sound;checker:race;may:inits", "sound;may:inits,", "sound;inits",
    "sound;may:inits;may:crash", ";may:inits", "may:inits",
  ])
  func `a text that no expectation prints is refused`(text: String) {
    #expect(Expectation(text) == nil)
  }

  @Test func `with fewer threads than it needs, an expectation is sound and keeps what is allowed`() {
    let expectation = Expectation.defect(.instances, may: [.nilResults])
    #expect(expectation.applied(threads: 1, hardware: .weak) == .sound(may: [.nilResults]))
    #expect(expectation.applied(threads: 2, hardware: .weak).description == expectation.description)
    #expect(Expectation.trap.applied(threads: 1, hardware: .weak) == .trap)
  }

  @Test func `what a form cannot show is not demanded, and what it may show besides is allowed`() {
    let all = Expectation.defect(.instances, .reinits, leastThreads: 1)
    #expect(all.without([.reinits], may: [.crash]).description == "defect:instances;may:crash;unseen:reinits")
    let any = Expectation.anyDefect(.instances, .reinits, leastThreads: 1)
    #expect(any.without([.reinits], may: []).description == "sound;may:instances;unseen:reinits")
    for unchanged in [any, .trap, .sound] { #expect(unchanged.without([.leaked], may: []) == unchanged) }
  }

  @Test func `a hang that some trials show is not a hang of every trial`() {
    let (some, every) = (Expectation.defect(.hang).demand, Expectation.hang.demand)
    #expect(some.defects == [.hang] && some.endings.isEmpty)
    #expect(every.defects.isEmpty && every.endings == [.hang])
  }

  @Test(arguments: [(.trap, [.trap]), (.trapOrHang, [.trap, .hang])] as [(Expectation, Set<Defect>)])
  func `the checker must show one of the declared endings`(expectation: Expectation, endings: Set<Defect>) {
    #expect(expectation.demandedFindings(threads: 1, accessorThreads: 1, model: .rc11).isEmpty)
    #expect(expectation.alternativeFindings(threads: 1) == endings)
  }

  @Test func `what only weak memory shows is allowed only on weak memory`() {
    let expectation = Expectation.sound(onWeakMemory: [.race, .halfBuilt])
    #expect(expectation.applied(threads: 2, hardware: .totalStoreOrder) == .sound)
    #expect(expectation.applied(threads: 2, hardware: .weak) == .sound(may: [.halfBuilt]))
    #expect(Expectation.sound(onWeakMemory: [.race]).applied(threads: 2, hardware: .weak) == .sound)
  }

  @Test func `what follows from a declared defect is allowed`() {
    #expect(Expectation.defect(.instances).allowed == [.instances, .inits, .liveMax])
    #expect(Expectation.sound(may: [.instances]).allowed == [.instances, .inits, .liveMax])
    #expect(Expectation.anyDefect(.reinits, .crash).allowed == [.reinits, .inits, .crash])
    #expect(Expectation.sound.allowed == [])
    #expect(Expectation.trap.allowed == [])
  }
}
