import CSingletonPlatform
import Dispatch
import SingletonPlatform
import Synchronization

// Each of these types is an address or a reference that outlives every thread of its row.

/// The toolchain's mutex, stored in the cell. Its unlocked state is zero on every system that has it.
public struct NativeLock: MutualExclusion, @unchecked Sendable {
  // Unchecked: a mutex is made to be locked by any thread.
  let mutex: UnsafeMutablePointer<Mutex<Void>>

  @inline(__always)
  public func _whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R {
    // The result is passed through a local: `withLock` returns a `sending` value, but a strategy's result need not be
    // one.
    var result: R?
    mutex.pointee.withLock { _ in result = body() }
    return result!
  }
}

/// A recursive lock like `@synchronized`: a mutex and its holder.
public struct NativeRecursiveLock: ReentrantExclusion, @unchecked Sendable {
  // Unchecked: the holder's number is atomic, and only the holder of the lock changes it.
  let lock: NativeLock
  /// The holder's index + 1, or 0 if there is none. Only the holder can find its own number, so no ordering is needed.
  let holder: UnsafeMutablePointer<Atomic<UInt32>>

  @inline(__always)
  public func _whileHeld<R>(by caller: NativeCaller, at site: SourceLine, _ body: () -> R) -> R {
    let me = UInt32(truncatingIfNeeded: caller.index) &+ 1
    if holder.pointee.load(ordering: .relaxed) == me { return body() }
    return lock._whileHeld(at: site) {
      holder.pointee.store(me, ordering: .relaxed)
      defer { holder.pointee.store(0, ordering: .relaxed) }
      return body()
    }
  }
}

/// A libdispatch semaphore with one permit. It is back in its initial state after every trial, so it is created once.
public struct NativeSemaphore: BinarySemaphore, @unchecked Sendable {
  // Unchecked: a semaphore is made to be signaled by any thread.
  let semaphore: UnsafeMutableRawPointer
  /// The longest wait in milliseconds, or `UInt64.max` if a wait may take forever. It is not optional, because the
  /// padding of an optional number is copied with each strategy, in small pieces that the processor waits for.
  let limit: UInt64

  @inline(__always)
  public func _wait(at site: SourceLine) -> Bool {
    limit == .max ? cp_semaphore_wait(semaphore) : cp_semaphore_wait_for(semaphore, Int64(limit) * 1_000_000)
  }

  @inline(__always)
  public func _signal(at site: SourceLine) { cp_semaphore_signal(semaphore) }
}

/// The system's reader-writer lock.
public struct NativeReaderWriterLock: SharedExclusion, @unchecked Sendable {
  // Unchecked: a reader-writer lock is made to be locked by any thread.
  let lock: UnsafeMutablePointer<pthread_rwlock_t>

  @inline(__always)
  public func _whileReading<R>(at site: SourceLine, _ body: () -> R) -> R? {
    guard pthread_rwlock_rdlock(lock) == 0 else { return nil }
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }

  @inline(__always)
  public func _whileWriting<R>(at site: SourceLine, _ body: () -> R) -> R? {
    guard pthread_rwlock_wrlock(lock) == 0 else { return nil }
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }
}

/// A serial queue, or a concurrent one.
public struct NativeQueue: SerialExecution, BarrierExecution, @unchecked Sendable {
  // Unchecked: any thread may submit work to a queue, and `Unmanaged` only leaves out the reference counting.
  let queue: Unmanaged<DispatchQueue>

  @inline(__always)
  public func _sync<R>(at site: SourceLine, _ body: () -> R) -> R {
    queue._withUnsafeGuaranteedRef { $0.sync(execute: body) }
  }
  @inline(__always)
  public func _syncBarrier<R>(at site: SourceLine, _ body: () -> R) -> R {
    queue._withUnsafeGuaranteedRef { $0.sync(flags: .barrier, execute: body) }
  }
}
