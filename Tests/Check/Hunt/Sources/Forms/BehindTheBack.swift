import CForms
import Foundation
import SingletonCheck
import Synchronization

/// Accesses by other hands: the kernel, the C library, the runtime's reflection, a pointer into a collection, what runs when a
/// thread ends.
func addBehindTheBack(to forms: inout Forms) {
  // The kernel writes to memory that the threads share.
  let calls: [(String, @Sendable (Shared) -> Int)] = [
    ("stat", { $0.statRoot() }), ("read", { $0.readFile() }),
    ("getcwd", { $0.folder() }), ("rlimit", { $0.limits() }),
  ]
  for (name, call) in calls {
    forms.add(
      "B_h1_kernel_\(name)", fresh: { Shared() }, roles: { call($0) }, { $0.looks(isLocked: false) },
      expecting: { _, v in v[1] != 0 })
    forms.add(
      "B_h1_kernelAtEnd_\(name)", fresh: { Shared() }, roles: { call($0) }, { $0.overwrites() },
      expecting: { o, _ in o.first == 1 })
  }
  forms.add(
    "B_h1_kernelReadRaces", fresh: { Shared() }, roles: { $0.readFile() }, { h1_zero() * $0.looks(isLocked: false) },
    expecting: { _, _ in true })
  forms.add(
    "S_h1_kernelReadLocked", fresh: { Shared() }, roles: { $0.readLocked() }, { h1_zero() * $0.looks(isLocked: true) },
    expecting: { o, _ in o.first != 0 })
  forms.add(
    "B_h1_strtokSharedState", fresh: { Shared() }, roles: { $0.nextToken() }, { $0.nextToken() },
    expecting: { _, v in v[0] == 97 })
  forms.add("B_h1_sprintf", fresh: { Shared() }, roles: { $0.prints(11) }, { $0.prints(22) }) { _, v in v == [11, 22] }
  forms.add(
    "S_h1_sprintfLocked", fresh: { Shared() }, roles: { $0.printsLocked(11) }, { $0.printsLocked(22) },
    expecting: { _, v in v == [11, 22] })
  forms.add("B_h1_qsort", fresh: { Shared() }, roles: { $0.sorts() }, { $0.sorts() }) { o, _ in o.isSorted }
  forms.add(
    "B_h1_memoryStream", fresh: { Streamed() }, roles: { $0.appendIfEmpty() }, { $0.appendIfEmpty() },
    expecting: { o, _ in o.size == 1 })
  // Reflection reads what it reflects.
  forms.add("B_h1_mirror", fresh: { Reflected() }, roles: { $0.set() }, { $0.mirrored() }) { _, _ in true }
  forms.add(
    "S_h1_mirrorLocked", fresh: { Reflected() }, roles: { $0.setLocked() }, { $0.mirroredLocked() },
    expecting: { o, _ in o.count == 1 })
  forms.add("B_h1_arrayPointerRace") {
    try check(fresh: { Pointed() }, roles: { $0.setFirst() }, { h1_zero() * $0.peek() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_arrayPointerDangles") {
    try check(fresh: { Pointed() }, roles: { $0.grows() }, { h1_zero() * $0.peekLocked() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_arrayPointerPoke", fresh: { Pointed() }, roles: { $0.poke() }, { $0.first() }) { _, _ in true }
  forms.add("B_h1_dataNoCopy") {
    try check(fresh: { Pointed() }, roles: { $0.pokeData() }, { $0.readNoCopy() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add(
    "B_h1_stringPointer", fresh: { Pointed() }, roles: { $0.appendText() }, { $0.peekText() },
    expecting: { _, v in v[1] == 0 })
  forms.add("B_h1_managedHeader") {
    try check(fresh: { Pointed() }, roles: { $0.setHeader() }, { $0.header() }, expecting: { _, v in v[1] == 0 })
  }
  // What runs when a thread ends.
  forms.add(
    "B_h1_keyDestructor", fresh: { UntilThreadEnds() }, roles: { $0.setsValue() }, { $0.setsValue() },
    expecting: { o, _ in o.ended == 0 })
  forms.add("B_h1_keyDestructorRace") {
    try check(fresh: { UntilThreadEnds() }, roles: { $0.setsValue() }, { $0.setsValue() }, expecting: { _, _ in true })
  }
  forms.add(
    "B_h1_threadDictionaryDeinit", fresh: { UntilThreadEnds() }, roles: { $0.keepsInThread() }, { $0.keepsInThread() },
    expecting: { _, _ in true })
  forms.add(
    "S_h1_lockHeldByValueOfThread", fresh: { UntilThreadEnds() },
    roles: { $0.locksUntilThreadEnds() }, { $0.locksUntilThreadEnds() },
    expecting: { _, _ in true })
}

private final class Shared: @unchecked Sendable {
  private let lock = NSLock()
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
  private let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 64)
  private let root = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
  private let state = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let seed = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  init() {
    memset(bytes, 0, 4096)
    for i in 0..<64 { numbers[i] = Int32(64 - i) }
    root.initialize(to: nil)
    state.initialize(to: strdup("a,b,c"))
    seed.initialize(to: 1)
    setlocale(LC_ALL, "C.UTF-8")
  }
  func looks(isLocked: Bool) -> Int {
    if isLocked { return lock.withLock { Int(bytes.load(as: UInt8.self)) } }
    return (0..<512).reduce(0) { $0 + Int(bytes.load(fromByteOffset: $1, as: UInt8.self)) }
  }
  func overwrites() { for offset in 0..<512 { bytes.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self) } }
  var first: UInt8 { bytes.load(as: UInt8.self) }
  func statRoot() -> Int { Int(stat("/", bytes.assumingMemoryBound(to: stat.self))) }
  func readFile() -> Int {
    let file = open("/etc/passwd", O_RDONLY)
    defer { close(file) }
    return Foundation.read(file, bytes, 64)
  }
  func readLocked() -> Int { lock.withLock { readFile() } }
  func folder() -> Int { getcwd(bytes.assumingMemoryBound(to: CChar.self), 512) == nil ? 1 : 0 }
  func limits() -> Int {
    Int(getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), bytes.assumingMemoryBound(to: rlimit.self)))
  }
  func nextToken() -> Int { Int(strtok_r(nil, ",", state)?.pointee ?? 0) }
  func prints(_ number: Int32) -> Int {
    let text = bytes.assumingMemoryBound(to: CChar.self)
    withVaList([number]) { _ = vsnprintf(text, 32, "%d", $0) }
    return Int(atoi(text))
  }
  func printsLocked(_ number: Int32) -> Int { lock.withLock { prints(number) } }
  func sorts() {
    qsort(numbers, 64, 4) { one, other in
      one!.load(as: Int32.self) < other!.load(as: Int32.self) ? -1 : 1
    }
  }
  var isSorted: Bool { (1..<64).allSatisfy { numbers[$0 - 1] <= numbers[$0] } }
}

private final class Streamed: @unchecked Sendable {
  private let file: UnsafeMutablePointer<FILE>
  private let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  init() { file = open_memstream(text, length) }
  func appendIfEmpty() { if ftell(file) == 0 { fputc(65, file) } }
  var size: Int { ftell(file) }
}

private final class Reflected: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var count = 0
  func set() -> Int {
    count = 1
    return 0
  }
  func mirrored() -> Int { Mirror(reflecting: self).descendant("count") as! Int }
  func setLocked() -> Int { lock.withLock { set() } }
  func mirroredLocked() -> Int { lock.withLock { mirrored() } }
}

private final class Pointed: @unchecked Sendable {
  private let lock = NSLock()
  private var items = [3, 1, 2], data = Data(count: 100), text = String(repeating: "a", count: 40)
  private let pointer: UnsafeMutablePointer<Int>, bytes: UnsafeMutableRawPointer, letters: UnsafePointer<UInt8>
  private let buffer = ManagedBuffer<Int, Int>.create(minimumCapacity: 4) { _ in 0 }
  private let given = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
  private let noCopy: Data
  init() {
    items.reserveCapacity(10)
    items[0] = 0
    pointer = items.withUnsafeMutableBufferPointer { $0.baseAddress! }
    bytes = data.withUnsafeMutableBytes { $0.baseAddress! }
    text.reserveCapacity(100)
    text.append("a")
    letters = text.utf8.withContiguousStorageIfAvailable { $0.baseAddress! }!
    given.initialize(repeating: 0, count: 100)
    noCopy = Data(bytesNoCopy: given, count: 100, deallocator: .none)
  }
  func setFirst() -> Int {
    items[0] = 5
    return 0
  }
  func peek() -> Int { pointer[0] }
  func peekLocked() -> Int { lock.withLock { pointer[0] } }
  func grows() -> Int {
    lock.withLock { items.append(contentsOf: 0..<100) }
    return 0
  }
  func poke() -> Int {
    pointer[0] = 9
    return 0
  }
  func first() -> Int { items[0] }
  func pokeData() -> Int {
    given[3] = 7
    return 0
  }
  func readNoCopy() -> Int { Int(noCopy[3]) }
  func appendText() -> Int {
    text.append("b")
    return 0
  }
  func peekText() -> Int { letters[41] == 98 ? 1 : 0 }
  func setHeader() -> Int {
    buffer.header = 4
    return 0
  }
  func header() -> Int { buffer.withUnsafeMutablePointerToHeader { $0.pointee } }
}

private final class UntilThreadEnds: @unchecked Sendable {
  private let lock = NSLock()
  fileprivate(set) var ended = 0
  private let key: pthread_key_t
  init() {
    var made = pthread_key_t()
    pthread_key_create(&made) { value in
      let owner = Unmanaged<UntilThreadEnds>.fromOpaque(value!).takeRetainedValue()
      owner.ended += 1
    }
    key = made
  }
  deinit { pthread_key_delete(key) }
  func setsValue() { pthread_setspecific(key, Unmanaged.passRetained(self).toOpaque()) }
  fileprivate func end() { ended += 1 }
  func keepsInThread() { Thread.current.threadDictionary["h1"] = AtEnd { self.end() } }
  func locksUntilThreadEnds() {
    lock.lock()
    Thread.current.threadDictionary["h1"] = AtEnd { [lock] in lock.unlock() }
  }
}

private final class AtEnd {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
  deinit { run() }
}
