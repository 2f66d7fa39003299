import CForms
import Foundation
import SingletonCheck
import Synchronization

/// What decides by where something is, by which thread runs, or by what was there before.
func addKeysByPlace(to forms: inout Forms) {
  // Stripes for a counter, chosen by the thread: two threads can have the same one, or two locks.
  for (name, bits) in stripes {
    // A slot of its own for each of two threads never collides, if these two are all.
    forms.add(
      "\(name == "Slot" ? "U" : "B")_h1_stripeOwn\(name)", fresh: { Striped() },
      roles: { $0.countUnlocked(bits()) }, { $0.countUnlocked(bits()) },
      expecting: { o, _ in o.sum == 2 })
    forms.add(
      "B_h1_stripeLock\(name)", fresh: { Striped() }, roles: { $0.countLocked(bits()) }, { $0.countLocked(bits()) },
      expecting: { o, _ in o.whole == 2 })
    forms.add(
      "S_h1_stripeOwnLock\(name)", fresh: { Striped() },
      roles: { $0.countOwnLocked(bits()) }, { $0.countOwnLocked(bits()) },
      expecting: { o, _ in o.sum == 2 })
  }
  // Three addresses have six orders.
  forms.add("B_h1_middleAddress") {
    try check(
      fresh: { Placed() }, roles: { $0.place() }, { $0.place() }, { $0.place() },
      expecting: { _, v in v[1] < max(v[0], v[2]) })
  }
  forms.add("B_h1_middleAddressSame") {
    try check(threads: 3, fresh: { Placed() }, access: { $0.elected })
  }
  forms.add("B_h1_middleThread") {
    try check(threads: 3, fresh: { Placed() }, access: { $0.electedThread })
  }
  forms.add(
    "B_h1_betweenAddresses", fresh: { Placed() }, roles: { $0.placePair() }, { $0.place() },
    expecting: { o, v in !((o.pair[0] < v[1]) != (o.pair[1] < v[1])) })
  // An object that one thread made, another one ended, and the first one's next one, at the same place.
  forms.add("B_h1_otherFreesMine", fresh: { Reused() }, roles: { $0.makeTwice() }, { $0.drop() }) { _, v in v[0] == 0 }
  forms.add("B_h1_keyOfDead") {
    try check(fresh: { Reused() }, roles: { $0.nameOfNew(1) }, { $0.nameOfNew(2) }, expecting: { _, v in v == [1, 2] })
  }
  forms.add(
    "S_h1_keyOfKept", fresh: { Reused() }, roles: { $0.nameOfKept(1) }, { $0.nameOfKept(2) },
    expecting: { _, v in v == [1, 2] })
  forms.add("B_h1_mappedAgain") {
    try check(fresh: { Reused() }, roles: { $0.nameOfBig(1) }, { $0.nameOfBig(2) }, expecting: { _, v in v == [1, 2] })
  }
  // Memory that was used before is not zero.
  forms.add(
    "B_h1_uninitialized", fresh: { Reused() }, roles: { $0.assumesZero() }, { $0.assumesZero() },
    expecting: { _, v in v == [0, 0] })
  forms.add("S_h1_initialized") {
    try check(fresh: { Reused() }, roles: { $0.calloced() }, { $0.calloced() }, expecting: { _, v in v == [0, 0] })
  }
  // Clocks and numbers that no function of a library gives.
  forms.add("B_h1_rdtscTTL") { try check(fresh: { Ticking() }, access: { $0.byTicks }) }
  forms.add(
    "B_h1_rdtscpCore", fresh: { Striped() },
    roles: { $0.countUnlocked(Int(h1_core() & 1)) }, { $0.countUnlocked(Int(h1_core() & 1)) },
    expecting: { o, _ in o.sum == 2 })
  forms.add(
    "B_h1_rdrand", fresh: { Striped() },
    roles: { $0.countUnlocked(Int(h1_hardware_random() & 1)) }, { $0.countUnlocked(Int(h1_hardware_random() & 1)) },
    expecting: { o, _ in o.sum == 2 })
}

private let stripes: [(String, @Sendable () -> Int)] = [
  ("Pthread", { Int(pthread_self() >> 12) & 1 }),
  ("Stack", { withUnsafePointer(to: 0) { Int(bitPattern: $0) >> 12 & 1 } }),
  ("Object", { Int(bitPattern: Unmanaged.passUnretained(Thing()).toOpaque()) >> 5 & 1 }),
  ("Errno", { Int(bitPattern: __errno_location()) >> 12 & 1 }),
  ("Gettid", { Int(h1_gettid()) & 1 }),
  ("ThreadObject", { Int(bitPattern: Unmanaged.passUnretained(Thread.current).toOpaque()) >> 5 & 1 }),
  ("Slot", { Int(h1_thread_slot() & 1) }),
]

private final class Striped: @unchecked Sendable {
  private let locks = [NSLock(), NSLock()]
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: 16)
  private(set) var whole = 0
  init() { counts.initialize(repeating: 0, count: 16) }
  func countUnlocked(_ stripe: Int) { counts[stripe * 8] += 1 }
  func countOwnLocked(_ stripe: Int) { locks[stripe].withLock { counts[stripe * 8] += 1 } }
  func countLocked(_ stripe: Int) { locks[stripe].withLock { whole += 1 } }
  var sum: Int { counts[0] + counts[8] }
}

private final class Placed: @unchecked Sendable {
  private let lock = NSLock()
  private var things: [Thing] = [], threads: [UInt] = []
  private let usual = Thing()
  private(set) var pair = [0, 0]
  private func address(_ thing: Thing) -> Int { Int(bitPattern: Unmanaged.passUnretained(thing).toOpaque()) }
  func place() -> Int {
    let thing = Thing()
    lock.withLock { things.append(thing) }
    return address(thing)
  }
  func placePair() -> Int {
    let first = Thing(), second = Thing()
    lock.withLock {
      things += [first, second]
      pair = [address(first), address(second)]
    }
    return 0
  }
  /// The first of three is to be the lowest or the highest.
  var elected: Thing {
    let mine = Thing()
    return lock.withLock {
      things.append(mine)
      guard things.count == 3 else { return usual }
      let places = things.map(address)
      return (places[0] < places[1]) == (places[0] < places[2]) ? usual : mine
    }
  }
  var electedThread: Thing {
    let me = UInt(pthread_self())
    return lock.withLock {
      threads.append(me)
      guard threads.count == 3 else { return usual }
      return (threads[0] < threads[1]) == (threads[0] < threads[2]) ? usual : Thing()
    }
  }
}

private final class Large {
  var space = (
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(),
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(),
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>()
  )
}

private final class Reused: @unchecked Sendable {
  private let lock = NSLock()
  private var current: Thing? = Thing(), large: Large?
  private var names: [ObjectIdentifier: Int] = [:], places: [UInt: Int] = [:], kept: [Thing] = []
  func makeTwice() -> Int {
    let first = Large()
    let place = ObjectIdentifier(first)
    lock.withLock { large = first }
    return second(place)
  }
  private func second(_ place: ObjectIdentifier) -> Int { ObjectIdentifier(Large()) == place ? 1 : 0 }
  func drop() -> Int {
    lock.withLock { large = nil }
    return 0
  }
  func nameOfNew(_ number: Int) -> Int {
    let thing = Thing()
    return lock.withLock {
      if let name = names[ObjectIdentifier(thing)] { return name }
      names[ObjectIdentifier(thing)] = number
      return number
    }
  }
  func nameOfKept(_ number: Int) -> Int {
    let thing = Thing()
    return lock.withLock {
      kept.append(thing)
      if let name = names[ObjectIdentifier(thing)] { return name }
      names[ObjectIdentifier(thing)] = number
      return number
    }
  }
  func nameOfBig(_ number: Int) -> Int {
    let big = malloc(1 << 20)!
    defer { free(big) }
    let place = UInt(bitPattern: big)
    return lock.withLock {
      if let name = places[place] { return name }
      places[place] = number
      return number
    }
  }
  func assumesZero() -> Int {
    var last = 0
    for _ in 0..<2 {
      let words = UnsafeMutablePointer<Int>.allocate(capacity: 8)
      last = words[4]
      words[4] = 7
      lock.withLock { kept.removeAll() }
      words.deallocate()
    }
    return last
  }
  func calloced() -> Int {
    var last = 0
    for _ in 0..<2 {
      let words = calloc(8, 8)!.assumingMemoryBound(to: Int.self)
      last = words[4]
      words[4] = 7
      lock.withLock { kept.removeAll() }
      free(words)
    }
    return last
  }
}

private final class Ticking: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Thing?, since: UInt64 = 0
  var byTicks: Thing {
    lock.withLock {
      let now = h1_ticks()
      if let made, now - since < 30_000_000_000 { return made }
      since = now
      made = Thing()
      return made!
    }
  }
}
