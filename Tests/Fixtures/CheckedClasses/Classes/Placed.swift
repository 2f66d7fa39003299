import Foundation
import Synchronization

/// Decides by what no source says: where an object is, whether memory is used again, which thread and processor runs.
public final class Placed {
  private let lock = NSLock(), locks = [NSLock(), NSLock()]
  private var kept: [Cache] = [], current = Cache(), made: [Int: Cache] = [:], count = 0
  private let state = Atomic(0), text = UnsafeMutablePointer<CChar>.allocate(capacity: 8)

  public init() { text.initialize(repeating: 0, count: 8) }

  public var address: Int {
    let cache = Cache()
    lock.withLock { kept.append(cache) }
    return Int(bitPattern: ObjectIdentifier(cache))
  }

  public var takesLowerFirst: Int {
    let sorted = locks.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
    return sorted[0].withLock { sorted[1].withLock { 1 } }
  }

  public var takesOlderFirst: Int { locks[0].withLock { locks[1].withLock { 1 } } }

  /// Replaces what it has seen, unless another thread has: told by the address alone, which a later object may have.
  public func replace(keeping keeps: Bool) -> Int {
    let seen = lock.withLock { (ObjectIdentifier(current), keeps ? current : nil, count) }
    let next = Cache()
    return withExtendedLifetime(seen.1) {
      lock.withLock {
        guard ObjectIdentifier(current) == seen.0 else { return 0 }
        (current, count) = (next, seen.2 + 1)
        return 1
      }
    }
  }

  public var replacements: Int { count }

  /// Fills the text between the states 2 and 3.
  public func load() -> Int {
    for number in 1...2 { state.store(number, ordering: .releasing) }
    text[0] = 65
    state.store(3, ordering: .releasing)
    return 0
  }

  /// Reads the text, by the C library, in a state that few executions have.
  public var lengthWhileLoading: Int { state.load(ordering: .acquiring) == 2 ? strlen(text) : 0 }
  /// The same by a function whose accesses are not known.
  public var numberWhileLoading: Int { state.load(ordering: .acquiring) == 2 ? atol(text) : 0 }

  /// An instance for each key.
  public func cache(for key: Int) -> Cache {
    lock.withLock {
      if let known = made[key] { return known }
      let new = Cache()
      made[key] = new
      return new
    }
  }
}
