import CForms
import Foundation
import SingletonSchedules
import Synchronization

/// What decides in tasks by where something is, by what memory was before, or by what a thread keeps.
func addPlacesOfTasks(to forms: inout Forms) {
  let stripes: [(String, @Sendable () -> Int)] = [
    ("Object", { Int(bitPattern: Unmanaged.passUnretained(Thing()).toOpaque()) >> 5 & 1 }),
    (
      "Memory",
      {
        let memory = malloc(24)
        defer { free(memory) }
        return Int(bitPattern: memory) >> 5 & 1
      }
    ),
    ("Task", { withUnsafeCurrentTask { $0!.hashValue & 1 } }),
    ("Pthread", { Int(pthread_self() >> 12) & 1 }), ("Random", { Int(h1_hardware_random() & 1) }),
  ]
  for (name, bits) in stripes {
    // Actors by the bits of an address: two tasks may have different ones.
    forms.addTasks(
      "\(name == "Task" ? "U" : "B")_h1_stripeActor\(name)", fresh: { StripedActors() },
      roles: { await $0.bump(bits()) }, { await $0.bump(bits()) },
      expecting: { o, _ in await o.most == 2 })
    forms.addTasks(
      "\(name == "Task" ? "U" : "B")_h1_stripeActorSplit\(name)", fresh: { StripedActors() },
      roles: { await $0.bump(bits()) }, { await $0.bump(bits()) },
      expecting: { o, _ in await o.most == 1 })
  }
  forms.addTasks("B_h1_middleAddressTasks") {
    try await check(
      fresh: { Registry() }, roles: { await $0.place() }, { await $0.place() }, { await $0.place() },
      expecting: { _, v in v[1] < max(v[0], v[2]) })
  }
  forms.addTasks(
    "B_h1_keyOfDeadTasks", fresh: { Registry() }, roles: { await $0.nameOfNew(1) }, { await $0.nameOfNew(2) },
    expecting: { _, v in v == [1, 2] })
  forms.addTasks(
    "B_h1_keyOfDeadOtherFrees", fresh: { Registry() }, roles: { await $0.makesTwice() }, { await $0.drops() },
    expecting: { _, v in v[0] == 0 })
  forms.addTasks(
    "B_h1_uninitializedTasks", fresh: { Registry() }, roles: { await $0.garbage() }, { await $0.garbage() },
    expecting: { _, v in v == [0, 0] })
  forms.addTasks(
    "B_h1_uninitializedOfOtherTasks", fresh: { Registry() }, roles: { await $0.leaves() }, { await $0.finds() },
    expecting: { _, v in v[1] == 0 })
  forms.addTasks(
    "B_h1_arrayPointerTasks", fresh: { Registry() }, roles: { await $0.setFirst() }, { await $0.peek() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_roundingAcrossAwait", fresh: { Registry() }, roles: { await $0.roundsUp() }, { await $0.yields() },
    expecting: { _, v in v[0] == 1 })
  forms.addTasks(
    "S_h1_roundingOtherTask", fresh: { Registry() }, roles: { await $0.roundsWithoutAwait() }, { await $0.yields() },
    expecting: { _, v in v[1] == 0 })
  forms.addTasks(
    "B_h1_errnoAcrossAwait", fresh: { Registry() }, roles: { await $0.errnoKept(3) }, { await $0.errnoKept(4) },
    expecting: { _, v in v == [3, 4] })
  forms.addTasks(
    "B_h1_threadDictionaryAcrossAwait", fresh: { Registry() },
    roles: { await $0.inThread(3) }, { await $0.inThread(4) },
    expecting: { _, v in v == [3, 4] })
  forms.addTasks(
    "B_h1_lockAcrossAwait", fresh: { BesideLocked() }, roles: { await $0.lockedAwait() }, { await $0.lockedAwait() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_ticksTasks", fresh: { Registry() }, roles: { await $0.byTicks() }, { await $0.byTicks() },
    expecting: { o, _ in await o.builds == 1 })
  forms.addTasks(
    "B_h1_taskIdentityKey", fresh: { Registry() }, roles: { await $0.byTask(1) }, { await $0.byTask(2) },
    expecting: { _, v in v == [1, 2] })
  forms.addTasks(
    "B_h1_childTaskKey", fresh: { Registry() }, roles: { await $0.byChild() }, { await $0.byChild() },
    expecting: { o, _ in await o.tasks == 4 })
  forms.addTasks(
    "B_h1_libraryGeneratorTasks", fresh: { Beside() }, roles: { await $0.draws() }, { await $0.draws() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryToggleTasks", fresh: { Beside() }, roles: { await $0.toggles() }, { await $0.toggles() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryGenericTasks", fresh: { Beside() }, roles: { await $0.adds() }, { await $0.adds() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_librarySortTasks", fresh: { Beside() }, roles: { await $0.sorts() }, { await $0.sorts() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryMemcpyTasks", fresh: { Beside() }, roles: { await $0.copies() }, { await $0.reads() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryMemsetTasks", fresh: { Beside() }, roles: { await $0.clears() }, { await $0.reads() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryInitializeTasks", fresh: { Beside() }, roles: { await $0.initializes() }, { await $0.reads() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryMaximumTasks", fresh: { Beside() }, roles: { await $0.writes() }, { await $0.maximum() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryDescriptionTasks", fresh: { Beside() }, roles: { await $0.describes() }, { await $0.adds() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryAtomicPublishesMemcpy", fresh: { BesideLocked() },
    roles: { await $0.copiesThenTells() }, { await $0.asksThenReads() },
    expecting: { _, v in v[1] != 8 })
  forms.addTasks(
    "B_h1_libraryArrayTasks", fresh: { Beside() }, roles: { await $0.appends() }, { await $0.appends() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryMirrorTasks", fresh: { Beside() }, roles: { await $0.mirrors() }, { await $0.adds() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryKernelTasks", fresh: { Beside() }, roles: { await $0.kernel() }, { await $0.reads() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryDataTasks", fresh: { Beside() }, roles: { await $0.appendsData() }, { await $0.appendsData() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_libraryPlainC", fresh: { Beside() }, roles: { await $0.randomOfC() }, { await $0.randomOfC() },
    expecting: { _, _ in true })
  forms.addTasks("S_h1_unusedLock") { try await check(fresh: { WithUnused() }, access: { await $0.shared }) }
  forms.addTasks(
    "S_h1_libraryActor", fresh: { Registry() }, roles: { await $0.sortsWithin() }, { await $0.sortsWithin() },
    expecting: { _, v in v == [1, 1] })
}

private actor Counting {
  private(set) var count = 0
  func bump() { count += 1 }
}
private final class StripedActors: Sendable {
  private let actors = [Counting(), Counting()]
  func bump(_ index: Int) async -> Int {
    await actors[index].bump()
    return 0
  }
  var most: Int { get async { max(await actors[0].count, await actors[1].count) } }
}

private final class Block {
  var bytes = (
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(),
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(),
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>()
  )
}

private actor Registry {
  private var things: [Thing] = [], names: [ObjectIdentifier: Int] = [:], block: Block?, items = [0, 0, 0]
  private let pointer: UnsafeMutablePointer<Int>
  private var since: UInt64 = 0, built = 0, identities: Set<Int> = []
  init() {
    items.reserveCapacity(8)
    pointer = items.withUnsafeMutableBufferPointer { $0.baseAddress! }
  }
  func keep(_ thing: Thing) { things.append(thing) }
  nonisolated func place() async -> Int {
    let thing = Thing()
    await keep(thing)
    return Int(bitPattern: Unmanaged.passUnretained(thing).toOpaque())
  }
  func name(_ thing: Thing, _ number: Int) -> Int {
    if let name = names[ObjectIdentifier(thing)] { return name }
    names[ObjectIdentifier(thing)] = number
    return number
  }
  nonisolated func nameOfNew(_ number: Int) async -> Int { await name(Thing(), number) }
  func set(_ new: Block?) { block = new }
  nonisolated func makesTwice() async -> Int {
    let place = await first()
    await Task.yield()
    return ObjectIdentifier(Block()) == place ? 1 : 0
  }
  private nonisolated func first() async -> ObjectIdentifier {
    let made = Block()
    await set(made)
    return ObjectIdentifier(made)
  }
  func drops() -> Int {
    block = nil
    return 0
  }
  nonisolated func garbage() async -> Int {
    var last = 0
    for _ in 0..<2 {
      let words = UnsafeMutablePointer<Int>.allocate(capacity: 8)
      last = words[4]
      words[4] = 7
      await set(nil)
      words.deallocate()
    }
    return last
  }
  nonisolated func leaves() async -> Int {
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 300)
    words[200] = 9
    await set(nil)
    words.deallocate()
    await set(nil)
    return 0
  }
  nonisolated func finds() async -> Int {
    await set(nil)
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 300)
    defer { words.deallocate() }
    await set(nil)
    return words[200]
  }
  func setFirst() -> Int {
    items[0] = 5
    return 0
  }
  nonisolated func peek() async -> Int {
    await Task.yield()
    return h1_zero() * pointer[0]
  }
  nonisolated func roundsUp() async -> Int {
    h1_round_up()
    await set(nil)
    return h1_rounds_up() ? 1 : 0
  }
  nonisolated func roundsWithoutAwait() async -> Int {
    h1_round_up()
    let isUp = h1_rounds_up()
    h1_round_nearest()
    await set(nil)
    return isUp ? 1 : 0
  }
  nonisolated func yields() async -> Int {
    await set(nil)
    return h1_rounds_up() ? 1 : 0
  }
  nonisolated func errnoKept(_ number: Int32) async -> Int {
    errno = number
    await set(nil)
    return Int(errno)
  }
  nonisolated func inThread(_ number: Int) async -> Int {
    keepInThread(number)
    await set(nil)
    return keptInThread()
  }
  private nonisolated func keepInThread(_ number: Int) { Thread.current.threadDictionary["h1.task"] = number }
  private nonisolated func keptInThread() -> Int { Thread.current.threadDictionary["h1.task"] as? Int ?? 0 }
  var builds: Int { built }
  func byTicks() -> Int {
    let now = h1_ticks()
    if built > 0, now - since < 30_000_000_000 { return 0 }
    since = now
    built += 1
    return 0
  }
  private func number(_ key: Int, _ number: Int) -> Int {
    let name = identities.contains(key) ? 0 : number
    identities.insert(key)
    return name
  }
  /// The hash of a detached task is that of memory, which another one can get when it has ended.
  nonisolated func byTask(_ name: Int) async -> Int {
    let task = Task.detached { withUnsafeCurrentTask { $0!.hashValue } }
    return await number(await task.value, name)
  }
  nonisolated func byChild() async {
    for _ in 0..<2 {
      let task = Task.detached { withUnsafeCurrentTask { $0!.hashValue } }
      _ = await number(await task.value, 0)
    }
  }
  var tasks: Int { identities.count }
  func sortsWithin() async -> Int {
    items.sort(by: >)
    await Task.yield()
    items.append(0)
    return items.isEmpty ? 0 : 1
  }
}

private final class Beside: @unchecked Sendable {
  private var generator = SystemLike(), flag = false, count = 0, list: [Int] = [], data = Data(count: 30)
  private let buffer = UnsafeMutableBufferPointer<Int>.allocate(capacity: 8), other = Counting()
  private let seed = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
  init() {
    for i in 0..<8 { buffer[i] = 8 - i }
    seed.initialize(to: 1)
  }
  private struct SystemLike: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return state
    }
  }
  private func first() async { await other.bump() }
  func draws() async -> Int {
    await first()
    return h1_zero() * Int.random(in: 0..<10, using: &generator)
  }
  func toggles() async {
    await first()
    flag.toggle()
  }
  private func add<T: AdditiveArithmetic>(_ number: T, to sum: inout T) { sum += number }
  func adds() async -> Int {
    await first()
    add(1, to: &count)
    return 0
  }
  func sorts() async {
    await first()
    var numbers = buffer
    numbers.sort()
  }
  func copies() async -> Int {
    await first()
    memcpy(buffer.baseAddress!, buffer.baseAddress! + 4, 16)
    return 0
  }
  func reads() async -> Int {
    await first()
    return h1_zero() * buffer[0]
  }
  func writes() async -> Int {
    await first()
    buffer[0] = 1
    return 0
  }
  func clears() async -> Int {
    await first()
    memset(buffer.baseAddress!, 0, 16)
    return 0
  }
  func initializes() async -> Int {
    await first()
    buffer.initialize(repeating: 4)
    return 0
  }
  func maximum() async -> Int {
    await first()
    return h1_zero() * buffer.max()!
  }
  func describes() async -> Int {
    await first()
    var text = ""
    dump(self, to: &text)
    return h1_zero() * text.count
  }
  func appends() async {
    await first()
    list.append(1)
  }
  func mirrors() async -> Int {
    await first()
    return h1_zero() * (Mirror(reflecting: self).descendant("count") as! Int)
  }
  func kernel() async -> Int {
    await first()
    return h1_zero() * readsFile()
  }
  private func readsFile() -> Int {
    let file = open("/etc/passwd", O_RDONLY)
    defer { close(file) }
    return Foundation.read(file, buffer.baseAddress!, 16)
  }
  func appendsData() async {
    await first()
    data.append(1)
  }
  func randomOfC() async -> Int {
    await first()
    return h1_zero() * Int(rand_r(seed))
  }
}

private final class BesideLocked: @unchecked Sendable {
  private let buffer = UnsafeMutableBufferPointer<Int>.allocate(capacity: 8), other = Counting()
  init() { for i in 0..<8 { buffer[i] = 8 - i } }
  private func first() async { await other.bump() }
  private let lock = NSLock()
  private func take() { lock.lock() }
  private func give() { lock.unlock() }
  func lockedAwait() async {
    take()
    await Task.yield()
    give()
  }
  private let told = Atomic(false)
  /// Tells before it has copied.
  func copiesThenTells() async -> Int {
    await first()
    told.store(true, ordering: .sequentiallyConsistent)
    memcpy(buffer.baseAddress!, buffer.baseAddress! + 4, 16)
    return 0
  }
  func asksThenReads() async -> Int {
    await first()
    return told.load(ordering: .sequentiallyConsistent) ? buffer[0] : 0
  }
}

private actor WithUnused {
  private let lock = NSLock()
  nonisolated let flag = Atomic(false)
  private var made: Thing?
  nonisolated func later() { lock.withLock { flag.store(true, ordering: .releasing) } }
  var shared: Thing {
    if let made { return made }
    let new = Thing()
    made = new
    return new
  }
}
