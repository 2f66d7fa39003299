import Foundation
import Observation
import SingletonCheck
import Synchronization

/// Accessors, wrappers and key paths; copies that outlive a critical section; caches.
func addAccessors(to forms: inout Forms) {
  forms.add("S_modifyAccessor") {
    try check(fresh: { Modified() }, roles: { $0.addWhole() }, { $0.addWhole() }, expecting: { o, _ in o.whole == 2 })
  }
  forms.add("B_getSetAccessor") {
    try check(fresh: { Modified() }, roles: { $0.addHalves() }, { $0.addHalves() }, expecting: { o, _ in o.whole == 2 })
  }
  forms.add("B_wrapperIncrement", fresh: { Wrapping() }, roles: { $0.bump() }, { $0.bump() }) { o, _ in o.count == 2 }
  forms.add("S_wrapperWrite") {
    try check(fresh: { Wrapping() }, roles: { $0.bumpWhole() }, { $0.bumpWhole() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_wrapperDictionary") {
    try check(fresh: { Wrapping() }, roles: { $0.set("a") }, { $0.set("b") }, expecting: { o, _ in o.table.count == 2 })
  }
  forms.add(
    "S_wrapperDictionaryWrite", fresh: { Wrapping() }, roles: { $0.setWhole("a") }, { $0.setWhole("b") },
    expecting: { o, _ in o.table.count == 2 })
  forms.add("B_dynamicMember") {
    try check(fresh: { Dynamic() }, roles: { $0.bump() }, { $0.bump() }, expecting: { _, v in v.sorted() == [1, 2] })
  }
  forms.addPair("keyPath") { isLocked in
    try check(
      fresh: { KeyPaths() }, roles: { $0.bump(\.count, isLocked) }, { $0.bump(\.count, isLocked) },
      expecting: { o, _ in o.count == 2 })
  }
  forms.addPair("capturedVar") { isLocked in
    try check(
      fresh: { Captured(isLocked) }, roles: { $0.draw() }, { $0.draw() }, expecting: { _, v in v.sorted() == [1, 2] })
  }
  forms.addPair("managedBuffer") { isLocked in
    try check(
      fresh: { Managed() }, roles: { $0.push(1, isLocked) }, { $0.push(2, isLocked) },
      expecting: { _, v in v.sorted() == [1, 2] })
  }
  forms.addPair("copyOnWrite") { isLocked in
    try check(
      fresh: { Listeners() }, roles: { $0.add() }, { $0.notify(isLocked) },
      expecting: { _, v in v[1] == 1 || v[1] == 3 })
  }
  forms.addPair("listenerTable") { isLocked in
    try check(
      fresh: { Listeners() }, roles: { $0.addNamed("b") }, { $0.names(isLocked) },
      expecting: { _, v in v[1] == 1 || v[1] == 2 })
  }
  forms.add("B_staleCache", fresh: { Cached() }, roles: { $0.setAndGet(2) }, { $0.get() }) { _, v in v[0] == 2 }
  forms.add("S_staleCache") {
    try check(fresh: { Cached() }, roles: { $0.setAndGetWhole(2) }, { $0.getWhole() }, expecting: { _, v in v[0] == 2 })
  }
  forms.add("S_poolOfTwo", fresh: { Pool() }, roles: { $0.take() }, { $0.take() }) { _, v in Set(v).count == v.count }
  forms.add("B_poolOfTwo3") {
    try check(threads: 3, fresh: { Pool() }, roles: { $0.take() }, expecting: { _, v in Set(v).count == v.count })
  }
  forms.addPair("observable") { isLocked in
    try check(
      fresh: { Observed() }, roles: { $0.bump(isLocked) }, { $0.bump(isLocked) },
      expecting: { o, _ in o.model.count == 2 })
  }
  forms.add("B_escapesMutex", fresh: { Caches() }, roles: { $0.escapes() }, { $0.escapes() }) { _, _ in true }
  // The callers keep what they get, or do not: a promise that the check has to choose.
  forms.add("U_weakBox") { try check(fresh: { Caches() }, access: { $0.weakly }) }
}

private final class Modified: @unchecked Sendable {
  private let lock = NSLock()
  private var stored = 0
  var whole: Int {
    get { lock.withLock { stored } }
    _modify {
      lock.lock()
      defer { lock.unlock() }
      yield &stored
    }
  }
  var halves: Int {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
  func addWhole() { whole += 1 }
  func addHalves() { halves += 1 }
}

@propertyWrapper private final class Protected<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  init(wrappedValue: Value) { value = wrappedValue }
  var wrappedValue: Value {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
  var projectedValue: Protected { self }
  func write<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&value) } }
}

private final class Wrapping: @unchecked Sendable {
  @Protected var count = 0
  @Protected var table: [String: Int] = [:]
  func bump() { count += 1 }
  func bumpWhole() { $count.write { $0 += 1 } }
  func set(_ key: String) { table[key] = 1 }
  func setWhole(_ key: String) { $table.write { $0[key] = 1 } }
}

@dynamicMemberLookup private final class Dynamic: @unchecked Sendable {
  struct Settings {
    var size = 0
    var name = ""
  }
  private var settings = Settings()
  subscript<T>(dynamicMember path: WritableKeyPath<Settings, T>) -> T {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }
  func bump() -> Int {
    self.size += 1
    return self.size
  }
}

private final class KeyPaths: @unchecked Sendable {
  var count = 0
  private let lock = NSLock()
  func bump(_ path: ReferenceWritableKeyPath<KeyPaths, Int>, _ isLocked: Bool) {
    if isLocked { lock.withLock { self[keyPath: path] += 1 } } else { self[keyPath: path] += 1 }
  }
}

private final class Captured: @unchecked Sendable {
  private let next: () -> Int
  init(_ isLocked: Bool) {
    var count = 0
    let lock = NSLock()
    next = {
      if isLocked { lock.lock() }
      defer { if isLocked { lock.unlock() } }
      count += 1
      return count
    }
  }
  func draw() -> Int { next() }
}

private final class Managed: @unchecked Sendable {
  private final class Buffer: ManagedBuffer<Int, Int> {}
  private let buffer = Buffer.create(minimumCapacity: 4) { _ in 0 }, lock = NSLock()
  init() { buffer.withUnsafeMutablePointerToElements { $0.initialize(repeating: 0, count: 4) } }
  private func push(_ value: Int) -> Int {
    buffer.withUnsafeMutablePointers { count, elements in
      elements[count.pointee] = value
      count.pointee += 1
      return count.pointee
    }
  }
  func push(_ value: Int, _ isLocked: Bool) -> Int { isLocked ? lock.withLock { push(value) } : push(value) }
}

private final class Listeners: @unchecked Sendable {
  private let lock = NSLock()
  private var all = [Thing(1)], named = ["a": Thing(1)]
  func add() -> Int {
    lock.withLock { all.append(Thing(2)) }
    return 0
  }
  func notify(_ isLocked: Bool) -> Int { (isLocked ? lock.withLock { all } : all).reduce(0) { $0 + $1.value } }
  func addNamed(_ name: String) -> Int {
    lock.withLock { named[name] = Thing(2) }
    return 0
  }
  func names(_ isLocked: Bool) -> Int { (isLocked ? lock.withLock { named } : named).count }
}

private final class Cached: @unchecked Sendable {
  private let lock = NSLock()
  private var source = 1, cache: Int?
  /// Another thread may put the old value back between the two sections of a store.
  func get() -> Int {
    if let known = lock.withLock({ cache }) { return known }
    let value = lock.withLock { source }
    lock.withLock { cache = value }
    return value
  }
  func setAndGet(_ value: Int) -> Int {
    lock.withLock { source = value }
    lock.withLock { cache = nil }
    return get()
  }
  func getWhole() -> Int {
    lock.withLock {
      if cache == nil { cache = source }
      return cache!
    }
  }
  func setAndGetWhole(_ value: Int) -> Int {
    lock.withLock {
      source = value
      cache = nil
    }
    return getWhole()
  }
}

/// Two are enough for two threads; a third one gets one that is in use.
private final class Pool: @unchecked Sendable {
  private let lock = NSLock()
  private var used = 0
  func take() -> Int {
    lock.withLock {
      defer { used += 1 }
      return used % 2
    }
  }
}

@Observable private final class Model: @unchecked Sendable { var count = 0 }

private final class Observed: @unchecked Sendable {
  let model = Model()
  private let lock = NSLock()
  func bump(_ isLocked: Bool) { if isLocked { lock.withLock { model.count += 1 } } else { model.count += 1 } }
}

private final class Caches: @unchecked Sendable {
  private let lock = NSLock(), lists = Mutex<UnsafeMutablePointer<Int>?>(nil)
  private weak var weakMade: Thing?
  /// The pointer leaves the critical section.
  func escapes() -> Int {
    let pointer = lists.withLock { pointer -> UnsafeMutablePointer<Int> in
      if pointer == nil {
        pointer = .allocate(capacity: 1)
        pointer!.initialize(to: 0)
      }
      return pointer!
    }
    pointer.pointee += 1
    return pointer.pointee
  }
  /// Only the callers keep it, so that the next one builds another.
  var weakly: Thing {
    lock.withLock {
      if let weakMade { return weakMade }
      let new = Thing()
      weakMade = new
      return new
    }
  }
}
