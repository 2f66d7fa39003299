import Dispatch
import Foundation
import Synchronization

// Variables that functions of the standard library and of libdispatch access for the class.

/// Has an atomic that the library initializes, in a debug build without code of the class.
public final class Counted {
  private let count = Atomic(41)
  private static let shared = Counted()
  private static nonisolated(unsafe) var unguarded: Counted?
  private init() {}

  public static var next: Int { shared.count.add(1, ordering: .relaxed).newValue }

  public static var unguardedNext: Int {
    if unguarded == nil { unguarded = Counted() }
    return unguarded!.count.load(ordering: .relaxed)
  }
}

/// Keeps a value of a type that its code does not know.
public final class Kept<Value> {
  private let lock = NSLock()
  private var value: Value
  public init(_ value: Value) { self.value = value }

  public func exchange(_ new: Value) -> Value {
    lock.withLock {
      let old = value
      value = new
      return old
    }
  }

  public func exchangeUnguarded(_ new: Value) -> Value {
    let old = value
    value = new
    return old
  }
}

/// Has weak references.
public final class Weakly {
  private let lock = NSLock()
  private weak var nobody: Cache?
  private weak var somebody: Cache?
  private let kept = Cache()
  public init() { somebody = kept }

  public var isObserved: Bool { lock.withLock { nobody != nil } }
  public func forgetUnguarded() { nobody = nil }
  public var isSomebodyThere: Bool { lock.withLock { somebody != nil } }
}

/// Has an unowned reference.
public final class Borrows {
  private let lock = NSLock()
  private var kept: Cache?
  private unowned let borrowed: Cache

  public init() {
    let cache = Cache()
    (kept, borrowed) = (cache, cache)
  }

  public var size: Int { borrowed.size }
  public var sizeUnderLock: Int { lock.withLock { borrowed.size } }
  public func letGo() { lock.withLock { kept = nil } }
}

/// Asks on which queue it is.
public final class KnowsItsQueue {
  private static let key = DispatchSpecificKey<Int>()
  private let queue = DispatchQueue(label: "own", qos: .userInitiated)
  private let outer = DispatchQueue(label: "outer", qos: .utility, attributes: .concurrent, target: .global())
  private let targeted: DispatchQueue
  private var made: Cache?

  public init() {
    targeted = DispatchQueue(label: "targeted", target: queue)
    queue.setSpecific(key: Self.key, value: 1)
  }

  /// Does not wait for the queue that it is on.
  private var cache: Cache {
    guard DispatchQueue.getSpecific(key: Self.key) == 1 else { return queue.sync { self.cache } }
    dispatchPrecondition(condition: .onQueue(queue))
    if made == nil { made = Cache() }
    return made!
  }

  public var cacheOnQueue: Cache { cache }
  public var cacheOnBothQueues: Cache {
    outer.sync {
      dispatchPrecondition(condition: .notOnQueue(queue))
      return cache
    }
  }
  public var cacheOnWrongQueue: Cache {
    outer.sync {
      dispatchPrecondition(condition: .onQueue(queue))
      return cache
    }
  }
  public var cacheOnTarget: Cache {
    targeted.sync {
      if made == nil { made = Cache() }
      return made!
    }
  }
}

/// Copies words with the C library's function, at any place.
public final class CopiesBytes: @unchecked Sendable {
  private let lock = NSLock()
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
  public init() { memory.initializeMemory(as: UInt8.self, repeating: 0, count: 16) }

  private func next() -> Int {
    let next = memory.loadUnaligned(fromByteOffset: 4, as: Int.self) + 1
    memory.storeBytes(of: next, toByteOffset: 4, as: Int.self)
    return next
  }

  public func nextUnderLock() -> Int { lock.withLock { next() } }
  public func nextWithoutLock() -> Int { next() }
}
