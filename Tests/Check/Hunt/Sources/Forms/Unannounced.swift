import Foundation
import SingletonCheck
import Synchronization

/// Accesses that nothing announces, in states that few orders show.
func addUnannounced(to forms: inout Forms) {
  let peeks: [(String, @Sendable (borrowing Loading) -> Int)] = [
    ("S_peekWhenLoaded", { $0.length(in: 4) }),
    ("B_memcpySnapshot", { $0.snapshot(in: 2) }), ("S_memcpySnapshot", { $0.snapshot(in: 4) }),
    ("B_memcmpWhileLoading", { $0.comparison(in: 2) }), ("S_memcmpLoaded", { $0.comparison(in: 4) }),
    ("B_printWhileLoading", { $0.printed(in: 2) }),
  ]
  for (name, peek) in peeks {
    forms.add(name, fresh: { Loading() }, roles: { $0.load() }, { peek($0) }) { _, _ in true }
  }
  forms.add("B_lentElements", fresh: { Lent() }, roles: { $0.lend() }, { $0.help() }) { _, _ in true }
  forms.add("B_lentElementsSum", fresh: { Lent() }, roles: { $0.lend() }, { $0.help() }) { o, _ in o.first == 2 }
  forms.add(
    "B_escapedArray", fresh: { EscapedArray() }, roles: { $0.bump() }, { $0.bump() },
    expecting: { _, v in v.sorted() == [1, 2] })
  let buffers: [(String, @Sendable (borrowing Buffers) -> Int, @Sendable (borrowing Buffers) -> Int)] = [
    ("memsetMemcpy", { $0.fill() }, { $0.copy() }), ("memsetCopyMemory", { $0.fill() }, { $0.move() }),
    ("vsnprintfStrlen", { $0.print() }, { $0.length() }), ("qsortMemchr", { $0.sort() }, { $0.find() }),
    ("strcpyStrcmp", { $0.overwrite() }, { $0.compare() }), ("sscanf", { $0.scan() }, { $0.value }),
  ]
  for (name, writes, reads) in buffers {
    forms.addPair(name) { isLocked in
      try check(
        fresh: { Buffers() }, roles: { o in o.locked(isLocked) { writes(o) } },
        { o in o.locked(isLocked) { reads(o) } },
        expecting: { _, _ in true })
    }
  }
}

/// A buffer that is written between the states 2 and 3.
private final class Loading: @unchecked Sendable {
  let state = Atomic(0), buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 32)
  init() { buffer.initialize(repeating: 0, count: 32) }
  func load() -> Int {
    state.store(1, ordering: .releasing)
    state.store(2, ordering: .releasing)
    buffer[0] = 65
    buffer[1] = 66
    state.store(3, ordering: .releasing)
    state.store(4, ordering: .releasing)
    return 0
  }
  private func isIn(_ wanted: Int) -> Bool { state.load(ordering: .acquiring) == wanted }
  func length(in wanted: Int) -> Int { isIn(wanted) ? Int(strlen(buffer)) : 0 }
  func snapshot(in wanted: Int) -> Int {
    var copy = (0, 0)
    if isIn(wanted) { memcpy(&copy, buffer, 16) }
    return copy.0
  }
  func comparison(in wanted: Int) -> Int { isIn(wanted) ? Int(memcmp(buffer, buffer + 8, 4)) : 0 }
  func printed(in wanted: Int) -> Int { isIn(wanted) ? String(cString: buffer).utf8.count : 0 }
}

/// Elements of an array, by a pointer that a second thread gets.
private final class Lent: @unchecked Sendable {
  private let pointer = Atomic<UnsafeMutablePointer<Int>?>(nil), isDone = Atomic(false)
  private var items = [0, 0]
  func lend() -> Int {
    items.withUnsafeMutableBufferPointer { buffer in
      pointer.store(buffer.baseAddress!, ordering: .releasing)
      buffer[0] += 1
      while !isDone.load(ordering: .acquiring) {}
      return buffer[0]
    }
  }
  func help() -> Int {
    var lent: UnsafeMutablePointer<Int>?
    repeat { lent = pointer.load(ordering: .acquiring) } while lent == nil
    lent![0] += 1
    isDone.store(true, ordering: .releasing)
    return 2
  }
  var first: Int { items[0] }
}

private final class EscapedArray: @unchecked Sendable {
  private let storage = Array(repeating: 0, count: 4), base: UnsafeMutablePointer<Int>
  init() { base = UnsafeMutablePointer(mutating: storage.withUnsafeBufferPointer { $0.baseAddress! }) }
  func bump() -> Int {
    base[0] += 1
    return base[0]
  }
}

/// What functions of the C library write and read.
private final class Buffers: @unchecked Sendable {
  private let lock = NSLock()
  private let a = UnsafeMutablePointer<CChar>.allocate(capacity: 64),
    b = UnsafeMutablePointer<CChar>.allocate(capacity: 64)
  private let number = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  init() {
    a.initialize(repeating: 0, count: 64)
    b.initialize(repeating: 0, count: 64)
    number.initialize(to: 0)
  }
  func locked<R>(_ isLocked: Bool, _ body: () -> R) -> R { isLocked ? lock.withLock(body) : body() }
  func fill() -> Int {
    memset(a, 1, 64)
    return 0
  }
  func copy() -> Int {
    memcpy(b, a, 64)
    return Int(b[0])
  }
  func move() -> Int {
    UnsafeMutableRawPointer(b).copyMemory(from: a, byteCount: 64)
    return Int(b[0])
  }
  func print() -> Int { withVaList([1]) { Int(vsnprintf(a, 64, "%d", $0)) } }
  func length() -> Int { Int(strlen(a)) }
  func sort() -> Int {
    qsort(a, 32, 1) { Int32($0!.load(as: Int8.self)) - Int32($1!.load(as: Int8.self)) }
    return 0
  }
  func find() -> Int { memchr(a, 65, 64) == nil ? 0 : 1 }
  func overwrite() -> Int {
    strcpy(a, "text")
    return 0
  }
  func compare() -> Int { strcmp(a, "text") == 0 ? 1 : 0 }
  func scan() -> Int { withVaList([number]) { Int(vsscanf("17", "%d", $0)) } }
  var value: Int { Int(number.pointee) }
}
