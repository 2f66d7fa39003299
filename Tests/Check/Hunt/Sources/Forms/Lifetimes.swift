import Foundation
import SingletonCheck
import Synchronization

func addLifetimes(to forms: inout Forms) {
  for (name, frees) in [("B_stackFrees", true), ("S_stackLeaks", false)] {
    forms.add(
      name, fresh: { Stack(2) }, roles: { $0.pop(frees: frees) }, { $0.pop(frees: frees) },
      expecting: { _, v in Set(v).count == 2 })
  }
  forms.add("B_indexABA", fresh: { IndexStack() }, roles: { $0.pop() }, { $0.popTwice() }) { o, v in o.isRight(v) }
  forms.add("B_rcuFrees", fresh: { RCU() }, roles: { $0.read() }, { $0.replace(frees: true) }) { _, _ in true }
  forms.add("S_rcuLeaks", fresh: { RCU() }, roles: { $0.read() }, { $0.replace(frees: false) }) { _, _ in true }
  forms.add("B_rcuRelaxed", fresh: { RCU() }, roles: { $0.read() }, { $0.replaceRelaxed() }) { _, _ in true }
  for (name, validates) in [("B_hazardNoValidation", false), ("S_hazard", true)] {
    forms.add(
      name, fresh: { RCU() }, roles: { $0.readWithHazard(validates: validates) }, { $0.replaceWithHazards() },
      expecting: { _, _ in true })
  }
  forms.add("B_retainRace", fresh: { RetainRace() }, roles: { $0.read() }, { $0.replace() }) { _, _ in true }
  forms.add("S_retainLeak", fresh: { RetainRace() }, roles: { $0.read() }, { $0.replaceAndLeak() }) { _, _ in true }
  // An address that is used again looks like the object that has ended.
  forms.add(
    "B_optimisticABA", fresh: { Optimistic() }, roles: { $0.bump() }, { $0.bumpTwice() },
    expecting: { o, v in o.value == v[0] + v[1] })
  forms.add(
    "S_optimisticKeeps", fresh: { Optimistic() }, roles: { $0.bumpKeeping() }, { $0.bumpKeepingTwice() },
    expecting: { o, v in o.value == v[0] + v[1] })
  forms.add(
    "B_addressAgainAlone", fresh: { Optimistic() }, roles: { $0.hasNewAddress() }, { $0.hasNewAddress() },
    expecting: { _, v in v[0] })
  let releases: [(String, @Sendable (Releases) -> Int)] = [
    ("B_memcpyFromFreed", { $0.memcpyFromFreed() }),
    // What is behind an allocation is not promised.
    ("U_beyond", { $0.beyond() }),
  ]
  for (name, role) in releases {
    forms.add(name, fresh: { Releases() }, roles: { role($0) }, { role($0) }) { _, _ in true }
  }
  for (name, isOnce) in [("S_closeOnce", true), ("B_closeTwice", false)] {
    forms.add(
      name, fresh: { Closing() },
      roles: { isOnce ? $0.closeOnce() : $0.closeTwice() }, { isOnce ? $0.closeOnce() : $0.closeTwice() },
      expecting: { _, v in v.allSatisfy { $0 == 0 } })
  }
  forms.add("B_deinitGlobal", fresh: { DropCounter() }, roles: { $0.ask() }, { $0.ask() }) { _, _ in true }
  forms.add("B_deinitGlobalShared3") { try check(threads: 3, fresh: { DropCounter() }, access: { $0.shared }) }
}

/// A stack whose nodes are freed, or not.
private final class Stack: @unchecked Sendable {
  struct Node {
    var value: Int
    var next: UnsafeMutablePointer<Node>?
  }
  typealias Pointer = UnsafeMutablePointer<Node>
  let head = Atomic<Pointer?>(nil)
  init(_ count: Int) { for value in 0..<count { push(value) } }
  func push(_ value: Int) {
    let node = Pointer.allocate(capacity: 1)
    node.initialize(to: Node(value: value, next: nil))
    var old = head.load(ordering: .relaxed)
    while true {
      node.pointee.next = old
      let (isDone, found) = head.compareExchange(expected: old, desired: node, ordering: .releasing)
      if isDone { return }
      old = found
    }
  }
  func pop(frees: Bool) -> Int {
    var old = head.load(ordering: .acquiring)
    while let node = old {
      let (isDone, found) = head.compareExchange(
        expected: node, desired: node.pointee.next, ordering: .acquiringAndReleasing)
      if isDone {
        defer { if frees { node.deallocate() } }
        return node.pointee.value
      }
      old = found
    }
    return -1
  }
}

/// A free list of indices: an index comes back to the head while a pop is in progress.
private final class IndexStack: @unchecked Sendable {
  final class Cell: Sendable {
    let next: Atomic<Int>
    init(_ next: Int) { self.next = Atomic(next) }
  }
  let head = Atomic(0)
  let cells = [Cell(1), Cell(2), Cell(-1)]
  func pop() -> Int {
    while true {
      let first = head.load(ordering: .sequentiallyConsistent)
      if first < 0 { return first }
      let next = cells[first].next.load(ordering: .sequentiallyConsistent)
      if head.compareExchange(expected: first, desired: next, ordering: .sequentiallyConsistent).exchanged {
        return first
      }
    }
  }
  func push(_ index: Int) {
    while true {
      let first = head.load(ordering: .sequentiallyConsistent)
      cells[index].next.store(first, ordering: .sequentiallyConsistent)
      if head.compareExchange(expected: first, desired: index, ordering: .sequentiallyConsistent).exchanged { return }
    }
  }
  func popTwice() -> Int {
    let a = pop(), b = pop()
    push(a)
    return 10 * a + b
  }
  func isRight(_ values: [Int]) -> Bool {
    values[0] != values[1] % 10 && head.load(ordering: .relaxed) != values[1] % 10
  }
}

/// Read, copy, update.
private final class RCU: @unchecked Sendable {
  typealias Pointer = UnsafeMutablePointer<Int>
  let current: Atomic<Pointer?>, hazard = Atomic<Pointer?>(nil)
  init() { current = Atomic(Self.pointer(1)) }
  static func pointer(_ value: Int) -> Pointer {
    let new = Pointer.allocate(capacity: 1)
    new.initialize(to: value)
    return new
  }
  func replace(frees: Bool) -> Int {
    let old = current.exchange(Self.pointer(2), ordering: .acquiringAndReleasing)
    if frees { old?.deallocate() }
    return 2
  }
  func replaceRelaxed() -> Int {
    _ = current.exchange(Self.pointer(2), ordering: .relaxed)
    return 2
  }
  func replaceWithHazards() -> Int {
    let old = current.exchange(Self.pointer(2), ordering: .sequentiallyConsistent)
    if hazard.load(ordering: .sequentiallyConsistent) != old { old?.deallocate() }
    return 2
  }
  func read() -> Int { current.load(ordering: .acquiring)!.pointee }
  func readWithHazard(validates: Bool) -> Int {
    while true {
      let pointer = current.load(ordering: .sequentiallyConsistent)
      hazard.store(pointer, ordering: .sequentiallyConsistent)
      if validates, current.load(ordering: .sequentiallyConsistent) != pointer { continue }
      defer { hazard.store(nil, ordering: .sequentiallyConsistent) }
      return pointer!.pointee
    }
  }
}

private final class RetainRace: @unchecked Sendable {
  let slot: Atomic<UnsafeRawPointer?>
  init() { slot = Atomic(Self.retained(1)) }
  static func retained(_ value: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passRetained(Thing(value)).toOpaque())
  }
  func read() -> Int { Unmanaged<Thing>.fromOpaque(slot.load(ordering: .acquiring)!).takeUnretainedValue().value }
  func replace() -> Int {
    let old = slot.exchange(Self.retained(2), ordering: .acquiringAndReleasing)
    Unmanaged<Thing>.fromOpaque(old!).release()
    return 1
  }
  func replaceAndLeak() -> Int {
    _ = slot.exchange(Self.retained(2), ordering: .acquiringAndReleasing)
    return 1
  }
}

/// Builds the next one outside of the lock, and stores it if the current one is still the same.
private final class Optimistic: @unchecked Sendable {
  private let lock = NSLock()
  private var current = Thing(0)
  func bump() -> Int {
    let (seen, base) = lock.withLock { (ObjectIdentifier(current), current.value) }
    let next = Thing(base + 1)
    return lock.withLock {
      guard ObjectIdentifier(current) == seen else { return 0 }
      current = next
      return 1
    }
  }
  /// Keeps what it has seen, so that its address is not used again.
  func bumpKeeping() -> Int {
    let (seen, base) = lock.withLock { (current, current.value) }
    let next = Thing(base + 1)
    return lock.withLock {
      guard current === seen else { return 0 }
      current = next
      return 1
    }
  }
  /// Whether a new object is elsewhere than one that has ended.
  func hasNewAddress() -> Bool {
    lock.withLock { current.value += 1 }
    func address() -> ObjectIdentifier { ObjectIdentifier(Thing(3)) }
    return address() != address()
  }
  func bumpTwice() -> Int { bump() + bump() }
  func bumpKeepingTwice() -> Int { bumpKeeping() + bumpKeeping() }
  var value: Int { current.value }
}

/// What one thread uses after its end.
private final class Releases: @unchecked Sendable {
  private let lock = NSLock()
  private var calls = 0
  private func count() { lock.withLock { calls += 1 } }
  func retained() -> Int {
    count()
    let kept = Unmanaged.passRetained(Thing(3))
    defer { kept.release() }
    return kept.takeUnretainedValue().value
  }
  private func pointer() -> UnsafeMutablePointer<Int> {
    let new = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    new.initialize(repeating: 3, count: 2)
    return new
  }
  func memcpyFromFreed() -> Int {
    count()
    let gone = pointer()
    var copy = 0
    gone.deallocate()
    memcpy(&copy, gone, 8)
    return copy
  }
  func beyond() -> Int {
    count()
    let two = pointer()
    defer { two.deallocate() }
    two[2] = 4
    return two[1]
  }
}

private final class Closing: @unchecked Sendable {
  private let file = dup(0), isClosed = Atomic(false)
  func closeTwice() -> Int {
    if isClosed.load(ordering: .acquiring) { return 0 }
    isClosed.store(true, ordering: .releasing)
    return Int(close(file))
  }
  func closeOnce() -> Int {
    isClosed.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
      ? Int(close(file)) : 0
  }
}

private final class DropCounter: @unchecked Sendable {
  final class Part: Sendable { deinit { DropCounter.drops += 1 } }
  nonisolated(unsafe) static var drops = 0
  private let slot = AtomicLazyReference<Part>()
  var shared: Part { slot.load() ?? slot.storeIfNil(Part()) }
  func ask() -> Int {
    _ = shared
    return Self.drops
  }
}
