import Dispatch
import Foundation
import Synchronization

// Classes whose readers wait behind a writer that waits, or are let in.

public final class NestedReaders: @unchecked Sendable {
  private let queue = DispatchQueue(label: "values", attributes: .concurrent)
  private var value = 0
  public init() {}

  private func look() -> Int { queue.sync { value } }

  public func read() -> Int { look() + 1 }
  public func readNested() -> Int { queue.sync { look() + 1 } }

  public func write() -> Int {
    queue.sync(flags: .barrier) { value = 2 }
    return 1
  }
}

public final class TwoQueuesRead: @unchecked Sendable {
  private let first = DispatchQueue(label: "first", attributes: .concurrent)
  private let second = DispatchQueue(label: "second", attributes: .concurrent)
  private var (one, two) = (0, 0)
  public init() {}

  public func readFirst() -> Int { first.sync { one + second.sync { two } } }
  public func readSecond() -> Int { second.sync { two + first.sync { one } } }

  public func writeFirst() -> Int {
    first.sync(flags: .barrier) { one = 1 }
    return 0
  }

  public func writeSecond() -> Int {
    second.sync(flags: .barrier) { two = 1 }
    return 0
  }
}

public final class ReadsUnderLock: @unchecked Sendable {
  private let queue = DispatchQueue(label: "values", attributes: .concurrent)
  private let lock = NSLock()
  private let isReady = Atomic(false)
  private var (value, reads) = (0, 0)
  public init() {}

  private func count() { lock.withLock { reads += 1 } }

  public func countWhileReading() -> Int {
    queue.sync {
      count()
      return value
    }
  }

  public func readWhileCounting() -> Int {
    lock.withLock {
      reads += 1
      return queue.sync { value }
    }
  }

  public func countAndRead() -> Int {
    count()
    return queue.sync { value }
  }

  public func spinWhileReading() -> Int {
    queue.sync {
      while !isReady.load(ordering: .acquiring) {}
      return value
    }
  }

  public func announceWhileReading() -> Int {
    queue.sync {
      isReady.store(true, ordering: .releasing)
      return value
    }
  }

  public func announce() -> Int {
    isReady.store(true, ordering: .releasing)
    return 0
  }

  public func write() -> Int {
    queue.sync(flags: .barrier) { value = 2 }
    return 1
  }
}

public final class NestedReadersLock: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var value = 0

  public init(holdsBackReaders: Bool) {
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    #if canImport(Glibc)
      let kind = holdsBackReaders ? PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP : PTHREAD_RWLOCK_DEFAULT_NP
      pthread_rwlockattr_setkind_np(&attributes, CInt(kind))
    #endif
    pthread_rwlock_init(lock, &attributes)
  }

  private func reading<Answer>(_ body: () -> Answer) -> Answer {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }

  public func read() -> Int { reading { value } }
  public func readNested() -> Int { reading { reading { value } } }

  public func write() -> Int {
    pthread_rwlock_wrlock(lock)
    value = 2
    pthread_rwlock_unlock(lock)
    return 1
  }
}
