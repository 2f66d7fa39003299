import Platform
import CPlatform
import Dispatch
import Synchronization

/// The toolchain's own mutex, in the cell: its unlocked state is zero on every system it exists on.
public struct NativeLock: MutualExclusion {
  let mutex: UnsafeMutablePointer<Mutex<Void>>

  @inline(__always)
  public func whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R {
    // The result leaves through a local: a lock's result type is asked to be sendable, a strategy's need not be.
    var result: R?
    mutex.pointee.withLock { _ in result = body() }
    return result!
  }
}

/// A recursive lock, as @synchronized is one: a mutex, and who holds it.
public struct NativeRecursiveLock: ReentrantExclusion {
  let lock: NativeLock
  /// The holder's index + 1, 0 = nobody. Only the holder finds itself in it, so no ordering is needed.
  let holder: UnsafeMutablePointer<Atomic<UInt32>>

  @inline(__always)
  public func whileHeld<R>(by caller: NativeCaller, at site: SourceLine, _ body: () -> R) -> R {
    let me = UInt32(truncatingIfNeeded: caller.index) &+ 1
    if holder.pointee.load(ordering: .relaxed) == me { return body() }
    return lock.whileHeld(at: site) {
      holder.pointee.store(me, ordering: .relaxed)
      defer { holder.pointee.store(0, ordering: .relaxed) }
      return body()
    }
  }
}

/// libdispatch's semaphore with one permit. It is back in its first state after every trial, so it is made once.
public struct NativeSemaphore: BinarySemaphore {
  let semaphore: UnsafeMutableRawPointer
  /// Milliseconds; nil = for ever.
  let limit: UInt64?

  @inline(__always)
  public func wait(at site: SourceLine) -> Bool {
    guard let limit else { return cp_semaphore_wait(semaphore) }
    return cp_semaphore_wait_for(semaphore, Int64(limit) * 1_000_000)
  }

  @inline(__always)
  public func signal(at site: SourceLine) { cp_semaphore_signal(semaphore) }
}

/// The system's reader-writer lock.
public struct NativeReaderWriterLock: SharedExclusion {
  let lock: UnsafeMutablePointer<pthread_rwlock_t>

  @inline(__always)
  public func whileReading<R>(at site: SourceLine, _ body: () -> R) -> R? {
    guard pthread_rwlock_rdlock(lock) == 0 else { return nil }
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }

  @inline(__always)
  public func whileWriting<R>(at site: SourceLine, _ body: () -> R) -> R? {
    guard pthread_rwlock_wrlock(lock) == 0 else { return nil }
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }
}

public struct NativeSerialQueue: SerialExecution {
  let queue: Unmanaged<DispatchQueue>

  @inline(__always)
  public func sync<R>(at site: SourceLine, _ body: () -> R) -> R {
    queue._withUnsafeGuaranteedRef { $0.sync(execute: body) }
  }
}

public struct NativeConcurrentQueue: BarrierExecution {
  let queue: Unmanaged<DispatchQueue>

  @inline(__always)
  public func sync<R>(at site: SourceLine, _ body: () -> R) -> R {
    queue._withUnsafeGuaranteedRef { $0.sync(execute: body) }
  }
  @inline(__always)
  public func syncBarrier<R>(at site: SourceLine, _ body: () -> R) -> R {
    queue._withUnsafeGuaranteedRef { $0.sync(flags: .barrier, execute: body) }
  }
}

// Addresses and references that outlive every thread of their row; the primitives behind them are thread-safe.
extension NativeLock: @unchecked Sendable {}
extension NativeRecursiveLock: @unchecked Sendable {}
extension NativeSemaphore: @unchecked Sendable {}
extension NativeReaderWriterLock: @unchecked Sendable {}
extension NativeSerialQueue: @unchecked Sendable {}
extension NativeConcurrentQueue: @unchecked Sendable {}
