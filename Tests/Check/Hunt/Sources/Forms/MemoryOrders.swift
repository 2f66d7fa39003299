import Foundation
import SingletonCheck
import Synchronization

func addMemoryOrders(to forms: inout Forms) {
  for (name, writer, reader) in [
    ("S_seqlock", true, true), ("B_seqlockReader", true, false), ("B_seqlockWriter", false, true),
  ] {
    forms.add(
      name, fresh: { SeqLock() }, roles: { $0.write(fenced: writer) }, { $0.read(fenced: reader) },
      expecting: { _, v in v[1] == 0 || v[1] == 11 })
  }
  forms.add(
    "S_atomicMax", fresh: { HighWater() }, roles: { $0.note(1) }, { $0.note(2) },
    expecting: { o, _ in o.high.load(ordering: .relaxed) == 2 })
  forms.add(
    "B_atomicMaxByHand", fresh: { HighWater() }, roles: { $0.noteByHand(1) }, { $0.noteByHand(2) },
    expecting: { o, _ in o.high.load(ordering: .relaxed) == 2 })
  forms.add("S_claimed") { try check(threads: 2...3, fresh: { Claimed() }, access: { $0.get(.releasing) }) }
  forms.add("B_claimed") { try check(fresh: { Claimed() }, access: { $0.get(.relaxed) }) }
  forms.add("S_narrowWraps", fresh: { Narrow() }, roles: { $0.bump() }, { $0.bump() }) { _, v in v.sorted() == [0, 1] }
  // A load and a store, each atomic, are no increment.
  forms.add(
    "B_narrowInTwo", fresh: { Narrow() }, roles: { $0.bumpInTwo() }, { $0.bumpInTwo() },
    expecting: { _, v in v.sorted() == [0, 1] })
  // The older value of one variable after the newer one breaks coherence, which even relaxed accesses have.
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
