import CSingletonPlatform
import Dispatch
import SingletonPlatform
import Synchronization

/// A walk through the memory of one cell, which returns the addresses of the cell's primitives.
///
/// A cell has two regions. `base` is the memory that a trial changes. Its initial state is all zeroes, so one `memset`
/// resets many cells. `kept` contains the addresses of objects that cannot be zeroed, or that are back in their initial
/// state when a trial ends. The first walk finds no objects there and creates them.
public struct NativeCell: CellLayout {
  public typealias B = NativeBackend

  private let base: UnsafeMutableRawPointer
  /// The number of bytes of the first region that the walk has used. It is a compile-time constant wherever the walk is
  /// inlined.
  private(set) var byteCount = 0
  private var kept: UnsafeMutablePointer<UInt>
  private let callers: Int
  /// The upper bound of a semaphore's time limit, in milliseconds. It is short in a row that is expected to reach the
  /// limit.
  private let longestWait: UInt64

  @inline(__always)
  init(base: UnsafeMutableRawPointer, kept: UnsafeMutablePointer<UInt>, callers: Int, longestWait: UInt64) {
    self.base = base
    self.kept = kept
    self.callers = callers
    self.longestWait = longestWait
  }

  /// Returns the number of words of the second region that the walk has used since `start`.
  func keptCount(from start: UnsafeMutablePointer<UInt>) -> Int { kept - start }

  @inline(__always)
  private mutating func take(_ byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let offset = (self.byteCount &+ alignment &- 1) & ~(alignment &- 1)
    self.byteCount = offset &+ byteCount
    return base + offset
  }

  @inline(__always)
  private mutating func take<T: ~Copyable>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    take(MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment).assumingMemoryBound(to: type)
  }

  /// Takes one word of the second region and returns the object whose address it contains. If there is no object yet,
  /// `make` creates it.
  @inline(__always)
  private mutating func keep(_ make: () -> UnsafeRawPointer) -> UnsafeRawPointer {
    defer { kept += 1 }
    if let object = UnsafeRawPointer(bitPattern: kept.pointee) { return object }
    let object = make()
    kept.pointee = UInt(bitPattern: object)
    return object
  }

  @inline(__always)
  public mutating func plainMemory() -> NativePlainWord { NativePlainWord(address: take(UInt.self)) }
  @inline(__always)
  public mutating func atomicMemory() -> NativeAtomicWord { NativeAtomicWord(address: take(Atomic<UInt>.self)) }
  @inline(__always)
  public mutating func lock() -> NativeLock { NativeLock(mutex: take(Mutex<Void>.self)) }
  @inline(__always)
  public mutating func recursiveLock() -> NativeRecursiveLock {
    NativeRecursiveLock(lock: lock(), holder: take(Atomic<UInt32>.self))
  }
  @inline(__always)
  public mutating func onceToken() -> NativeOnceToken { NativeOnceToken(token: take(Int.self)) }

  @inline(__always)
  public mutating func pthreadOnce() -> NativePthreadOnce {
    NativePthreadOnce(token: take(MemoryLayout<pthread_once_t>.size, alignment: MemoryLayout<pthread_once_t>.alignment))
  }

  @inline(__always)
  public mutating func plainMemoryPerCaller() -> NativePlainWords {
    let first = take(MemoryLayout<UInt>.size * callers, alignment: MemoryLayout<UInt>.alignment)
    return NativePlainWords(first: first.assumingMemoryBound(to: UInt.self), count: callers)
  }

  @inline(__always)
  public mutating func semaphore(limit: UInt64?) -> NativeSemaphore {
    let semaphore = keep { UnsafeRawPointer(cp_semaphore_make()) }
    return NativeSemaphore(
      semaphore: UnsafeMutableRawPointer(mutating: semaphore), limit: limit.map { min($0, longestWait) } ?? .max)
  }

  @inline(__always)
  public mutating func readerWriterLock() -> NativeReaderWriterLock {
    let object = keep {
      let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
      pthread_rwlock_init(lock, nil)
      return UnsafeRawPointer(lock)
    }
    return NativeReaderWriterLock(
      lock: UnsafeMutableRawPointer(mutating: object).assumingMemoryBound(to: pthread_rwlock_t.self))
  }

  @inline(__always)
  public mutating func lazyReference() -> NativeLazyReference {
    NativeLazyReference(reference: take(AtomicLazyReference<InstanceBox>.self))
  }

  /// Returns an object of a strategy's own class, which is created once per cell.
  @usableFromInline package mutating func object<Object: AnyObject>(_ make: () -> Object) -> Object {
    let object = keep { UnsafeRawPointer(Unmanaged.passRetained(make()).toOpaque()) }
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }

  @inline(__always)
  public mutating func serialQueue() -> NativeQueue { queue() }
  @inline(__always)
  public mutating func concurrentQueue() -> NativeQueue { queue(.concurrent) }

  @inline(__always)
  private mutating func queue(_ attributes: DispatchQueue.Attributes = []) -> NativeQueue {
    let object = keep {
      UnsafeRawPointer(Unmanaged.passRetained(DispatchQueue(label: "cell", attributes: attributes)).toOpaque())
    }
    return NativeQueue(queue: .fromOpaque(object))
  }
}
