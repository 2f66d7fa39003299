import Foundation

// lazy-lock

final class LazilyLocked: ThreadForm {
  private lazy var lock = NSLock()
  private var made: Made?
  func instance() -> Made? {
    lock.withLock {
      if made == nil { made = Made() }
      return made
    }
  }
}

typealias EagerlyLocked = GuardedRoom

// lock-not-kept

/// A cache whose keys have locks, so that what takes long to build holds up only those who ask for the same key.
private final class KeyedCache {
  private let access = NSLock()
  private var locks: [String: NSLock] = [:]
  private var values: [String: Made] = [:]
  private let keepsLocks: Bool

  init(keepsLocks: Bool) { self.keepsLocks = keepsLocks }

  private func lock(for key: String) -> NSLock {
    access.withLock {
      let lock = locks[key, default: NSLock()]
      if keepsLocks { locks[key] = lock }
      return lock
    }
  }

  subscript(key: String) -> Made {
    lock(for: key).withLock {
      if let known = access.withLock({ values[key] }) { return known }
      let new = Made()
      access.withLock { values[key] = new }
      return new
    }
  }
}

final class UnkeptLocks: ThreadForm {
  private let cache = KeyedCache(keepsLocks: false)
  func instance() -> Made? { cache["service"] }
}

final class KeptLocks: ThreadForm {
  private let cache = KeyedCache(keepsLocks: true)
  func instance() -> Made? { cache["service"] }
}

// queue-of-its-own

final class QueuePerCall: ThreadForm {
  private var made: Made?
  func instance() -> Made? {
    DispatchQueue(label: "inventory").sync {
      if made == nil { made = Made() }
      return made
    }
  }
}

final class QueuePerOwner: ThreadForm {
  private let queue = DispatchQueue(label: "inventory")
  private var made: Made?
  func instance() -> Made? {
    queue.sync {
      if made == nil { made = Made() }
      return made
    }
  }
}

// two-sections

final class TwoSections: ThreadForm {
  private let lock = NSLock()
  private var made: Made?
  func instance() -> Made? {
    lock.lock()
    let known = made
    lock.unlock()
    if let known { return known }
    let new = Made()
    lock.lock()
    made = new
    lock.unlock()
    return new
  }
}

typealias OneSection = GuardedRoom

// atomic-wrapper

@propertyWrapper final class LockedAccess<Value> {
  private let lock = NSLock()
  private var value: Value
  init(wrappedValue: Value) { value = wrappedValue }
  var wrappedValue: Value {
    get {
      lock.lock()
      defer { lock.unlock() }
      return value
    }
    set {
      lock.lock()
      value = newValue
      lock.unlock()
    }
  }
  func update<Result>(_ change: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return change(&value)
  }
}

private struct State {
  private var made: Made?
  mutating func instance() -> Made {
    let made = made ?? Made()
    self.made = made
    return made
  }
}

final class AtomicState: ThreadForm {
  @LockedAccess private var state = State()
  func instance() -> Made? { state.instance() }
}

final class LockedState: ThreadForm {
  @LockedAccess private var state = State()
  func instance() -> Made? { _state.update { $0.instance() } }
}

// flag-first

final class FlagFirst: ThreadForm {
  private var needsService = true
  private var service: Made?
  func instance() -> Made? {
    if needsService {
      needsService = false
      service = Made()
    }
    return service
  }
}

final class FlagGuarded: ThreadForm {
  private let lock = NSLock()
  private var needsService = true
  private var service: Made?
  func instance() -> Made? {
    lock.withLock {
      if needsService {
        needsService = false
        service = Made()
      }
      return service
    }
  }
}
