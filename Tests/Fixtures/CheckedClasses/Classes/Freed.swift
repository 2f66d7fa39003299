import Foundation
import Synchronization

// Classes that free memory that is no object.

public final class Growing: @unchecked Sendable {
  private let lock = NSLock()
  private var values = UnsafeMutablePointer<Int>.allocate(capacity: 4)
  public init() { values[0] = 7 }

  /// Reads what may be free by then.
  public func first() -> Int {
    let current = lock.withLock { values }
    return current[0]
  }

  public func firstUnderLock() -> Int { lock.withLock { values[0] } }

  public func grow() -> Int {
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: 8)
    larger[0] = 7
    let old = lock.withLock {
      let old = values
      values = larger
      return old
    }
    old.deallocate()
    return 7
  }

  /// The same with the C library's functions.
  public func growInPlace() -> Int {
    lock.withLock {
      values = realloc(values, 64)!.assumingMemoryBound(to: Int.self)
      return 7
    }
  }

  public func growAndRead() -> Int {
    let old = values
    old.deallocate()
    return old[0]
  }
}

public final class Closable: @unchecked Sendable {
  private let lock = NSLock()
  private var buffer: UnsafeMutablePointer<Int>? = .allocate(capacity: 1)
  public init() {}

  /// Looks in one section, and forgets in another.
  public func close() -> Int {
    guard let mine = lock.withLock({ buffer }) else { return 0 }
    mine.deallocate()
    lock.withLock { buffer = nil }
    return 0
  }

  public func closeOnce() -> Int {
    let mine = lock.withLock {
      defer { buffer = nil }
      return buffer
    }
    mine?.deallocate()
    return 0
  }
}

/// Frees its memory when it ends.
public final class Buffered: @unchecked Sendable {
  public let words = UnsafeMutablePointer<Int>.allocate(capacity: 2)
  public init() { words[0] = 1 }
  deinit { words.deallocate() }
}

/// Whoever comes too late lets go of what it has built, and reads the other one.
public final class Replacing: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Buffered? = Buffered()
  public init() {}

  public func read() -> Int {
    let mine = lock.withLock { made }
    return mine?.words[0] ?? 1
  }

  public func replace() -> Int {
    let new = Buffered()
    lock.withLock { made = new }
    return 1
  }

  /// Keeps the memory, and not what ends it.
  public func readWithoutOwner() -> Int {
    let words = lock.withLock { made!.words }
    return words[0]
  }
}

/// Text that one thread frees and another one passes to the C library, which announces nothing.
public final class Texts: @unchecked Sendable {
  public final class Owner: @unchecked Sendable {
    let text = strdup("some text")!
    deinit { free(text) }
  }

  private let lock = NSLock()
  private var text: UnsafeMutablePointer<CChar>? = strdup("some text")
  private var owner: Owner? = Owner()
  public init() {}

  public func close() -> Int {
    lock.withLock {
      if let text { free(text) }
      text = nil
    }
    return 0
  }

  /// Measures what may be free by then.
  public func length() -> Int {
    guard let text = lock.withLock({ text }) else { return 9 }
    return strlen(text)
  }

  public func lengthUnderLock() -> Int { lock.withLock { text.map { strlen($0) } ?? 9 } }

  public func letGo() -> Int {
    lock.withLock { owner = nil }
    return 0
  }

  /// Keeps what ends the text.
  public func lengthOfOwned() -> Int {
    guard let owner = lock.withLock({ owner }) else { return 9 }
    return withExtendedLifetime(owner) { strlen(owner.text) }
  }

  /// Keeps the text alone.
  public func lengthWithoutOwner() -> Int {
    guard let text = lock.withLock({ owner?.text }) else { return 9 }
    return strlen(text)
  }

  /// Frees its own text before it measures it, or after.
  public func lengthOfOwn(freesFirst: Bool) -> Int {
    let own = strdup("some text")!
    lock.withLock {}
    if freesFirst { free(own) }
    defer { if !freesFirst { free(own) } }
    return strlen(own)
  }
}

/// Uses objects that it alone has, some of them after their ends.
public final class OwnObjects: @unchecked Sendable {
  private final class Number {
    var value = 3
  }

  private let lock = NSLock()
  private var count = 0
  public init() {}

  /// So that the threads share something.
  private func note() { lock.withLock { count += 1 } }

  /// - Parameter balances: Whether it has retained what it releases.
  public func release(balances: Bool) -> Int {
    note()
    let number = Number()
    let unmanaged = Unmanaged.passUnretained(number)
    if balances { _ = unmanaged.retain() }
    unmanaged.release()
    return number.value
  }

  public func unmanaged() -> Int {
    note()
    let unmanaged = Unmanaged.passUnretained(Number())
    return unmanaged.takeUnretainedValue().value
  }

  public func unmanagedKept() -> Int {
    note()
    let unmanaged = Unmanaged.passRetained(Number())
    return unmanaged.takeRetainedValue().value
  }

  public func unowned() -> Int {
    note()
    unowned(unsafe) let number: Number
    do {
      let strong = Number()
      number = strong
    }
    return number.value
  }

  public func pointer() -> Int {
    note()
    let pointer: UnsafeMutablePointer<Int>
    do {
      let number = Number()
      pointer = withUnsafeMutablePointer(to: &number.value) { $0 }
    }
    return pointer.pointee
  }

  public func pointerWithin() -> Int {
    note()
    let number = Number()
    return withExtendedLifetime(number) { withUnsafeMutablePointer(to: &number.value) { $0.pointee } }
  }
}

/// Locks in memory that is freed.
public final class FreedLocks: @unchecked Sendable {
  private let count = Atomic(2)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let readers = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private let word = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  public init() {
    pthread_mutex_init(mutex, nil)
    pthread_rwlock_init(readers, nil)
    word.initialize(to: 0)
  }

  private func hold() {
    pthread_mutex_lock(mutex)
    word.pointee += 1
    pthread_mutex_unlock(mutex)
  }

  /// The last to leave frees the lock, and has held it before.
  public func leave() -> Int {
    hold()
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { mutex.deallocate() }
    return 0
  }

  /// Says that it leaves before it has.
  public func leaveTooEarly() -> Int {
    let isLast = count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    hold()
    if isLast { mutex.deallocate() }
    return 0
  }

  public func holdFreed() -> Int {
    let own = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(own, nil)
    hold()
    own.deallocate()
    pthread_mutex_lock(own)
    pthread_mutex_unlock(own)
    return 0
  }

  public func free() -> Int {
    pthread_rwlock_wrlock(readers)
    pthread_rwlock_unlock(readers)
    readers.deallocate()
    return 0
  }

  public func read() -> Int {
    pthread_rwlock_rdlock(readers)
    pthread_rwlock_unlock(readers)
    return 0
  }
}

/// Lets go of an object that owns another one, which owns a lock.
public final class Nests: @unchecked Sendable {
  public final class Inner: @unchecked Sendable {
    let lock = NSLock()
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    init() { words.initialize(to: 1) }
    deinit { words.deallocate() }
  }

  public final class Outer: @unchecked Sendable {
    let inner = Inner()
  }

  private let lock = NSLock()
  private var outer: Outer? = Outer()
  public init() {}

  public func use() -> Int {
    guard let outer = lock.withLock({ outer }) else { return 1 }
    return withExtendedLifetime(outer) { outer.inner.lock.withLock { outer.inner.words.pointee } }
  }

  public func letGo() -> Int {
    lock.withLock { outer = nil }
    return 1
  }
}
