// The part of Foundation that listings use: its locks, over the same calls of the system. On Linux, listings are compiled
// with this module in Foundation's place, which would make the program ten times as large and a child process start ten
// times as late. `HarnessOverhead plain` times both beside each other.

#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  /// Inlined by its callers, as Foundation's is.
  @inlinable
  public func withLock<R>(_ body: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

open class NSLock: NSLocking, @unchecked Sendable {
  // Unchecked: the mutex is made for threads to share.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  public init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  open func lock() { pthread_mutex_lock(mutex) }
  open func unlock() { pthread_mutex_unlock(mutex) }
}

open class NSRecursiveLock: NSLocking, @unchecked Sendable {
  // Unchecked: the mutex is made for threads to share.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  public init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  open func lock() { pthread_mutex_lock(mutex) }
  open func unlock() { pthread_mutex_unlock(mutex) }
}
