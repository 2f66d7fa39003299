import Foundation
import SingletonCheck
import Synchronization

/// What addresses, their hashes and dead memory decide.
func addAddresses(to forms: inout Forms) {
  // Where an object is depends on what else was allocated, in any order.
  let orders: [(String, @Sendable ([Int]) -> Bool)] = [("Up", { $0[0] < $0[1] }), ("Down", { $0[0] > $0[1] })]
  let addresses: [(String, @Sendable (borrowing Placing) -> Int)] = [
    ("object", { $0.address() }), ("memory", { $0.address(of: malloc(32)) }),
    ("array", { $0.addressOfElements() }), ("hash", { $0.hash() }),
  ]
  for (name, address) in addresses {
    for (suffix, isExpected) in orders {
      // Hashes are those of this process, as a proof says.
      forms.add("\(name == "hash" ? "U" : "B")_\(name)Addresses\(suffix)") {
        try check(
          fresh: { Placing() }, roles: { address($0) }, { address($0) }, expecting: { _, v in isExpected(v) })
      }
    }
    forms.add("S_\(name)AddressesDiffer") {
      try check(fresh: { Placing() }, roles: { address($0) }, { address($0) }, expecting: { _, v in v[0] != v[1] })
    }
  }
  forms.add("B_firstOfSetOfObjects", fresh: { Placing() }, roles: { $0.add(1) }, { $0.add(2) }) { o, _ in o.first == 1 }
  // A variable of a stack ends when its function returns.
  forms.add(
    "B_escapedStack", fresh: { Escaping() }, roles: { $0.lend(waits: false) }, { $0.borrow() },
    expecting: { _, v in v[1] == 5 })
  forms.add("S_lentStack") {
    try check(fresh: { Escaping() }, roles: { $0.lend(waits: true) }, { $0.borrow() }, expecting: { _, v in v[1] == 5 })
  }
  forms.add("B_reallocMoves", fresh: { Escaping() }, roles: { $0.grow() }, { $0.readGrown() }) { _, _ in true }
  // Random numbers have a fixed sequence, as a proof says.
  forms.add("U_randomDiffers", fresh: { Placing() }, roles: { $0.draw() }, { $0.draw() }) { _, v in v[0] != v[1] }
  forms.add("B_sleepOrders", fresh: { Escaping() }, roles: { $0.readLate() }, { $0.writeEarly() }) { _, v in v[0] == 1 }
}

private final class Placing: @unchecked Sendable {
  private let lock = NSLock()
  private var things: [Thing] = [], numbers: [ObjectIdentifier: Int] = [:], calls = 0
  private func keep(_ thing: Thing) { lock.withLock { things.append(thing) } }
  func address() -> Int {
    let thing = Thing()
    keep(thing)
    return Int(bitPattern: ObjectIdentifier(thing))
  }
  func address(of memory: UnsafeMutableRawPointer?) -> Int {
    lock.withLock { calls += 1 }
    return Int(bitPattern: memory)
  }
  func addressOfElements() -> Int {
    let elements = [Thing(), Thing()]
    keep(elements[0])
    return elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }
  func hash() -> Int {
    let thing = Thing()
    keep(thing)
    return ObjectIdentifier(thing).hashValue
  }
  func add(_ number: Int) {
    let thing = Thing()
    keep(thing)
    lock.withLock { numbers[ObjectIdentifier(thing)] = number }
  }
  /// The number of the object with the lowest address.
  var first: Int? { numbers.min { $0.key < $1.key }?.value }
  func draw() -> Int {
    lock.withLock { calls += 1 }
    return Int.random(in: 0...1_000)
  }
}

private final class Escaping: @unchecked Sendable {
  private let pointer = Atomic<UnsafeMutablePointer<Int>?>(nil), isDone = Atomic(false), flag = Atomic(0),
    lock = NSLock()
  private var grown = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  func lend(waits: Bool) -> Int {
    var number = 5
    return withUnsafeMutablePointer(to: &number) {
      pointer.store($0, ordering: .releasing)
      while waits, !isDone.load(ordering: .acquiring) {}
      return 5
    }
  }
  func borrow() -> Int {
    defer { isDone.store(true, ordering: .releasing) }
    return pointer.load(ordering: .acquiring)?.pointee ?? 5
  }
  func grow() -> Int {
    lock.withLock {
      grown = realloc(grown, 1 << 16)!.assumingMemoryBound(to: Int.self)
      return 0
    }
  }
  func readGrown() -> Int {
    let seen = lock.withLock { grown }
    return seen.pointee
  }
  func readLate() -> Int {
    usleep(100_000)
    return flag.load(ordering: .acquiring)
  }
  func writeEarly() -> Int {
    flag.store(1, ordering: .releasing)
    return 1
  }
}
