import CSingletonPlatform
import Dispatch
import SingletonPlatform
import Synchronization

// Each of these types contains an address or a reference that is valid longer than any thread of its row.

/// The standard library's `Mutex`, stored in the cell. On every system that has it, its unlocked state is zero.
public struct NativeLock: MutualExclusion, @unchecked Sendable {
  // Unchecked: any thread may lock a mutex.
  let mutex: UnsafeMutablePointer<Mutex<Void>>

  @inline(__always)
  public func _whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R {
    // The result is passed through a local variable, because `withLock` returns a `sending` value, which a strategy's
    // result need not be.
    var result: R?
    mutex.pointee.withLock { _ in result = body() }
    return result!
  }
}

/// A recursive lock like `@synchronized`, made of a mutex and the number of its holder.
public struct NativeRecursiveLock: ReentrantExclusion, @unchecked Sendable {
  // Unchecked: the holder's number is atomic, and only the holder of the lock changes it.
  let lock: NativeLock
  /// The index of the holder plus 1, or 0 if there is none. Only the holder can find its own number here, so no
  /// ordering is needed.
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

/// A libdispatch semaphore with one permit. It is back in its initial state after every trial, so one semaphore serves
/// all trials of a cell.
public struct NativeSemaphore: BinarySemaphore, @unchecked Sendable {
  // Unchecked: any thread may signal a semaphore.
  let semaphore: UnsafeMutableRawPointer
  /// The maximum wait in milliseconds, or `UInt64.max` if there is no maximum. It is not optional, because an optional
  /// has padding, and copying it with each strategy makes the processor wait.
  let limit: UInt64

  @inline(__always)
  public func _wait(at site: SourceLine) -> Bool {
    limit == .max ? cp_semaphore_wait(semaphore) : cp_semaphore_wait_for(semaphore, Int64(limit) * 1_000_000)
  }

  @inline(__always)
  public func _signal(at site: SourceLine) { cp_semaphore_signal(semaphore) }
}

/// The system's reader-writer lock, `pthread_rwlock_t`.
public struct NativeReaderWriterLock: SharedExclusion, @unchecked Sendable {
  // Unchecked: any thread may lock a reader-writer lock.
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

/// A dispatch queue, either serial or concurrent.
public struct NativeQueue: SerialExecution, BarrierExecution, @unchecked Sendable {
  // Unchecked: any thread may submit work to a queue. `Unmanaged` only avoids reference counting.
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
