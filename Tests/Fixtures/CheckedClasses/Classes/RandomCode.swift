import Foundation
import Synchronization

/// Code that is not known when it is compiled: a list of numbers chooses its accesses to an owner.
public protocol RandomlyAccessed {
  static var accessCount: Int { get }
  /// The accesses by which threads can crash that perform them at once.
  static var crashes: Set<UInt8> { get }
  init()
  /// Performs accesses, and returns what they have read.
  func run(_ accesses: UnsafeBufferPointer<UInt8>, value first: Int) -> Seen?
}

/// A few variables.
public final class RandomCode: RandomlyAccessed {
  private var a = 0
  private var b = 0
  // Neighbors within one word.
  private var c: UInt8 = 0
  private var d: UInt8 = 0
  private var made: Seen?
  private let x = Atomic<Int>(0)
  private let y = Atomic<UInt32>(0)
  private let lock = NSLock()

  public init() {}

  public static let accessCount = 16
  public static let crashes: Set<UInt8> = [15]

  public func run(_ accesses: UnsafeBufferPointer<UInt8>, value first: Int) -> Seen? {
    var (seen, value) = (first, first)
    for access in accesses {
      value += 1
      seen = seen &* 31 &+ perform(access, value)
    }
    return Seen(seen)
  }

  private func perform(_ access: UInt8, _ value: Int) -> Int {
    switch access {
    case 0: return a
    case 1: a = value
    case 2: return b
    case 3: b = value
    case 4: return Int(c)
    case 5: c = UInt8(truncatingIfNeeded: value)
    case 6: return Int(d)
    case 7: d = UInt8(truncatingIfNeeded: value)
    case 8: return x.load(ordering: .relaxed)
    case 9: x.store(value, ordering: .releasing)
    case 10: return x.add(1, ordering: .acquiringAndReleasing).oldValue
    case 11: return x.exchange(value, ordering: .relaxed)
    case 12: return Int(y.compareExchange(expected: 0, desired: 7, ordering: .acquiring).original)
    case 13: return Int(y.load(ordering: .acquiring))
    case 14:
      lock.lock()
      defer { lock.unlock() }
      a += 1
      return a
    default:
      if made == nil { made = Seen(value) }
      return made.map(\.value) ?? -1
    }
    return 0
  }
}

/// What a thread has read.
public final class Seen {
  let value: Int
  init(_ value: Int) { self.value = value }
}
