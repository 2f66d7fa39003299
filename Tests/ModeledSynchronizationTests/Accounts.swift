import ModeledSynchronization

/// The shared instance of the classes below.
final class Cache: Sendable {}

/// A class that hands out one cache.
protocol Account: SendableMetatype {
  init()
  var cache: Cache? { get }
}

final class MutexAccount: Account {
  private let lock = Mutex<Bool>(false)
  @Plain private var instance: Cache?

  var cache: Cache? {
    lock.withLock { _ in
      if instance == nil { instance = Cache() }
      return instance
    }
  }
}

final class PlainAccount: Account {
  @Plain private var instance: Cache?

  var cache: Cache? {
    if instance == nil { instance = Cache() }
    return instance
  }
}

final class PlainLookAccount: Account {
  private let lock = Mutex<Bool>(false)
  @Plain private var instance: Cache?

  var cache: Cache? {
    if instance != nil { return instance }
    return lock.withLock { _ in
      if instance == nil { instance = Cache() }
      return instance
    }
  }
}

/// A double-checked lock whose flag is loaded with an ordering.
class FlagAccount: Account {
  private let lock = Mutex<Bool>(false)
  private let isReady = Atomic<Bool>(false)
  @Plain private var instance: Cache?

  required init() {}

  var isFlagSet: Bool { isReady.load(ordering: .acquiring) }

  var flag: Bool { isReady.load(ordering: .relaxed) }

  var cache: Cache? {
    if isFlagSet { return instance }
    return lock.withLock { _ in
      if instance == nil {
        instance = Cache()
        isReady.store(true, ordering: .releasing)
      }
      return instance
    }
  }
}

final class RelaxedFlagAccount: FlagAccount {
  override var isFlagSet: Bool { flag }
}
