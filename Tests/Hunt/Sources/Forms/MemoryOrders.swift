import Foundation
import SingletonCheck
import Synchronization

func addMemoryOrders(to forms: inout Forms) {
  forms.add("S_petersonSC") {
    try check(fresh: { Peterson() }, roles: { $0.firstSC() }, { $0.secondSC() }, expecting: { _, _ in true })
  }
  forms.add("B_petersonAR") {
    try check(fresh: { Peterson() }, roles: { $0.firstAR() }, { $0.secondAR() }, expecting: { _, _ in true })
  }
  for (name, isStrong) in [("S_iriwSC", true), ("B_iriwAR", false)] {
    forms.add(name) {
      try check(
        fresh: { IRIW() }, roles: { $0.wx(isStrong) }, { $0.wy(isStrong) }, { $0.xy(isStrong) }, { $0.yx(isStrong) },
        expecting: { _, v in !(v[2] == 10 && v[3] == 10) })
    }
  }
  forms.add("S_releaseSequenceRMW") {
    try check(
      fresh: { ReleaseSequence() }, roles: { $0.write() }, { $0.bumpRMW() }, { $0.read() },
      expecting: { _, v in v[2] == 7 })
  }
  forms.add("B_releaseSequenceStore") {
    try check(
      fresh: { ReleaseSequence() }, roles: { $0.write() }, { $0.bumpStore() }, { $0.read() },
      expecting: { _, v in v[2] == 7 })
  }
  for (name, writer, reader) in [
    ("S_seqlock", true, true), ("B_seqlockReader", true, false), ("B_seqlockWriter", false, true),
  ] {
    forms.add(name) {
      try check(
        fresh: { SeqLock() }, roles: { $0.write(fenced: writer) }, { $0.read(fenced: reader) },
        expecting: { _, v in v[1] == 0 || v[1] == 11 })
    }
  }
  for (name, isFenced) in [("S_fencePublish", true), ("B_fencePublish", false)] {
    forms.add(name) {
      try check(
        fresh: { FencePublish() }, roles: { $0.write(isFenced) }, { $0.read() }, expecting: { _, v in v[1] == 5 })
    }
  }
  forms.add("S_ticket") { try check(threads: 2...3, fresh: { TicketLock() }, access: { $0.acquired }) }
  forms.add("B_ticket") { try check(fresh: { TicketLock() }, access: { $0.relaxed }) }
  forms.add("S_backoff") { try check(fresh: { Backoff() }, access: { $0.shared }) }
  forms.add("B_impatient") { try check(fresh: { Backoff() }, access: { $0.impatient }) }
  forms.add("S_atomicMax") {
    try check(
      fresh: { HighWater() }, roles: { $0.note(1) }, { $0.note(2) },
      expecting: { o, _ in o.high.load(ordering: .relaxed) == 2 })
  }
  forms.add("B_atomicMaxByHand") {
    try check(
      fresh: { HighWater() }, roles: { $0.noteByHand(1) }, { $0.noteByHand(2) },
      expecting: { o, _ in o.high.load(ordering: .relaxed) == 2 })
  }
  forms.add("S_claimed") { try check(threads: 2...3, fresh: { Claimed() }, access: { $0.get(.releasing) }) }
  forms.add("B_claimed") { try check(fresh: { Claimed() }, access: { $0.get(.relaxed) }) }
  forms.add("S_narrowWraps") {
    try check(fresh: { Narrow() }, roles: { $0.bump() }, { $0.bump() }, expecting: { _, v in v.sorted() == [0, 1] })
  }
  // A load and a store, each atomic, are no increment.
  forms.add("B_narrowInTwo") {
    try check(
      fresh: { Narrow() }, roles: { $0.bumpInTwo() }, { $0.bumpInTwo() }, expecting: { _, v in v.sorted() == [0, 1] })
  }
  forms.add("S_messageThrough") {
    try check(
      fresh: { Chain() }, roles: { $0.first() }, { $0.second(.releasing) }, { $0.third() },
      expecting: { _, v in v[2] != 0 })
  }
  forms.add("B_messageThrough") {
    try check(
      fresh: { Chain() }, roles: { $0.first() }, { $0.second(.relaxed) }, { $0.third() },
      expecting: { _, v in v[2] != 0 })
  }
  // The older value of one variable after the newer one breaks coherence, which even relaxed accesses have.
  forms.add("S_coherence") {
    try check(fresh: { Coherence() }, roles: { $0.write() }, { $0.read() }, expecting: { _, v in v[1] != 10 })
  }
  forms.add("B_coherenceOfTwo") {
    try check(fresh: { Coherence() }, roles: { $0.writeTwo() }, { $0.readTwo() }, expecting: { _, v in v[1] != 10 })
  }
}

private final class Peterson: @unchecked Sendable {
  let a = Atomic(false), b = Atomic(false), turn = Atomic(0)
  var entries = 0
  func entered() -> Int {
    entries += 1
    return entries
  }
  func firstSC() -> Int {
    a.store(true, ordering: .sequentiallyConsistent)
    turn.store(1, ordering: .sequentiallyConsistent)
    if b.load(ordering: .sequentiallyConsistent) && turn.load(ordering: .sequentiallyConsistent) == 1 { return -1 }
    defer { a.store(false, ordering: .releasing) }
    return entered()
  }
  func secondSC() -> Int {
    b.store(true, ordering: .sequentiallyConsistent)
    turn.store(0, ordering: .sequentiallyConsistent)
    if a.load(ordering: .sequentiallyConsistent) && turn.load(ordering: .sequentiallyConsistent) == 0 { return -1 }
    defer { b.store(false, ordering: .releasing) }
    return entered()
  }
  func firstAR() -> Int {
    a.store(true, ordering: .releasing)
    turn.store(1, ordering: .releasing)
    if b.load(ordering: .acquiring) && turn.load(ordering: .acquiring) == 1 { return -1 }
    defer { a.store(false, ordering: .releasing) }
    return entered()
  }
  func secondAR() -> Int {
    b.store(true, ordering: .releasing)
    turn.store(0, ordering: .releasing)
    if a.load(ordering: .acquiring) && turn.load(ordering: .acquiring) == 0 { return -1 }
    defer { b.store(false, ordering: .releasing) }
    return entered()
  }
}

private final class IRIW: @unchecked Sendable {
  let x = Atomic(0), y = Atomic(0)
  func store(_ a: borrowing Atomic<Int>, _ isStrong: Bool) -> Int {
    if isStrong { a.store(1, ordering: .sequentiallyConsistent) } else { a.store(1, ordering: .releasing) }
    return 0
  }
  func load(_ a: borrowing Atomic<Int>, _ isStrong: Bool) -> Int {
    isStrong ? a.load(ordering: .sequentiallyConsistent) : a.load(ordering: .acquiring)
  }
  func wx(_ isStrong: Bool) -> Int { store(x, isStrong) }
  func wy(_ isStrong: Bool) -> Int { store(y, isStrong) }
  func xy(_ isStrong: Bool) -> Int { load(x, isStrong) * 10 + load(y, isStrong) }
  func yx(_ isStrong: Bool) -> Int { load(y, isStrong) * 10 + load(x, isStrong) }
}

private final class ReleaseSequence: @unchecked Sendable {
  let flag = Atomic(0)
  var data = 0
  func write() -> Int {
    data = 7
    flag.store(1, ordering: .releasing)
    return 0
  }
  func bumpRMW() -> Int { flag.compareExchange(expected: 1, desired: 2, ordering: .relaxed).original }
  func bumpStore() -> Int {
    if flag.load(ordering: .relaxed) == 1 { flag.store(2, ordering: .relaxed) }
    return 0
  }
  func read() -> Int { flag.load(ordering: .acquiring) == 2 ? data : 7 }
}

private final class SeqLock: @unchecked Sendable {
  let version = Atomic(0), a = Atomic(0), b = Atomic(0)
  func write(fenced: Bool) -> Int {
    let before = version.load(ordering: .relaxed)
    version.store(before + 1, ordering: .relaxed)
    if fenced { atomicMemoryFence(ordering: .releasing) }
    a.store(1, ordering: .relaxed)
    b.store(1, ordering: .relaxed)
    version.store(before + 2, ordering: .releasing)
    return 0
  }
  func read(fenced: Bool) -> Int {
    let before = version.load(ordering: .acquiring)
    if before % 2 == 1 { return 0 }
    let x = a.load(ordering: .relaxed), y = b.load(ordering: .relaxed)
    if fenced { atomicMemoryFence(ordering: .acquiring) }
    return version.load(ordering: .relaxed) == before ? x * 10 + y : 0
  }
}

private final class FencePublish: @unchecked Sendable {
  let isReady = Atomic(false)
  var data = 0
  func write(_ isFenced: Bool) -> Int {
    data = 5
    if isFenced { atomicMemoryFence(ordering: .releasing) }
    isReady.store(true, ordering: .relaxed)
    return 5
  }
  func read() -> Int {
    guard isReady.load(ordering: .relaxed) else { return 5 }
    atomicMemoryFence(ordering: .acquiring)
    return data
  }
}

private final class TicketLock: @unchecked Sendable {
  let next = Atomic(0), serving = Atomic(0)
  var made: Thing?
  func take() -> Thing {
    if made == nil { made = Thing() }
    defer { serving.add(1, ordering: .releasing) }
    return made!
  }
  var acquired: Thing {
    let mine = next.add(1, ordering: .relaxed).oldValue
    while serving.load(ordering: .acquiring) != mine {}
    return take()
  }
  var relaxed: Thing {
    let mine = next.add(1, ordering: .relaxed).oldValue
    while serving.load(ordering: .relaxed) != mine {}
    return take()
  }
}

private final class Backoff: @unchecked Sendable {
  let isTaken = Atomic(false)
  var made: Thing?
  private func makeAndGive() -> Thing {
    defer { isTaken.store(false, ordering: .releasing) }
    if made == nil { made = Thing() }
    return made!
  }
  private func tries() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
  }
  var shared: Thing {
    var pause = 1
    while !tries() {
      for _ in 0..<pause { sched_yield() }
      pause = min(64, pause * 2)
    }
    return makeAndGive()
  }
  /// After 1,000 rounds it goes on without the lock.
  var impatient: Thing {
    var rounds = 0
    while !tries() {
      rounds += 1
      if rounds > 1000 { break }
    }
    return makeAndGive()
  }
}

private final class HighWater: @unchecked Sendable {
  let high = Atomic(0)
  func note(_ value: Int) -> Int { high.max(value, ordering: .relaxed).newValue }
  func noteByHand(_ value: Int) -> Int {
    if high.load(ordering: .relaxed) < value { high.store(value, ordering: .relaxed) }
    return value
  }
}

/// Idle is 0, building 1, and built 2.
private final class Claimed: @unchecked Sendable {
  let state = Atomic(0)
  var made: Thing?
  enum Order { case releasing, relaxed }
  func get(_ order: Order) -> Thing? {
    if state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      made = Thing()
      if order == .releasing { state.store(2, ordering: .releasing) } else { state.store(2, ordering: .relaxed) }
    } else {
      while state.load(ordering: .acquiring) != 2 {}
    }
    return made
  }
}

private final class Narrow: @unchecked Sendable {
  let count = Atomic<UInt8>(255)
  func bump() -> UInt8 { count.wrappingAdd(1, ordering: .relaxed).newValue }
  func bumpInTwo() -> UInt8 {
    let next = count.load(ordering: .sequentiallyConsistent) &+ 1
    count.store(next, ordering: .sequentiallyConsistent)
    return next
  }
}

/// A message that one thread hands on.
private final class Chain: @unchecked Sendable {
  let a = Atomic(false), b = Atomic(false)
  var data = 0
  enum Order { case releasing, relaxed }
  func first() -> Int {
    data = 1
    a.store(true, ordering: .releasing)
    return 1
  }
  func second(_ order: Order) -> Int {
    guard a.load(ordering: .acquiring) else { return 1 }
    if order == .releasing { b.store(true, ordering: .releasing) } else { b.store(true, ordering: .relaxed) }
    return 1
  }
  func third() -> Int { b.load(ordering: .acquiring) ? data : 1 }
}

private final class Coherence: @unchecked Sendable {
  let x = Atomic(0), y = Atomic(0)
  func write() -> Int {
    x.store(1, ordering: .relaxed)
    return 0
  }
  func read() -> Int { x.load(ordering: .relaxed) * 10 + x.load(ordering: .relaxed) }
  func writeTwo() -> Int {
    y.store(1, ordering: .relaxed)
    x.store(1, ordering: .relaxed)
    return 0
  }
  func readTwo() -> Int { x.load(ordering: .relaxed) * 10 + y.load(ordering: .relaxed) }
}
