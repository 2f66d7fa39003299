import Foundation

/// Strong and weak references to a few objects. Locks order what would be a data race, and nothing else.
public final class RandomReferences: RandomlyAccessed {
  private final class Held {
    let number: Int
    weak var other: Held?
    init(_ number: Int) { self.number = number }
  }

  private let lock = NSLock()
  private var strong: Held?
  private weak var changing: Held?
  /// References that are never assigned, to what other threads may let go of.
  private weak let constant: Held?
  private var partner: Held?

  public init() {
    let (first, second) = (Held(1), Held(2))
    first.other = second
    (strong, changing, constant, partner) = (first, second, first, second)
  }

  public static let accessCount = 12
  public static let crashes: Set<UInt8> = []

  public func run(_ accesses: UnsafeBufferPointer<UInt8>, value first: Int) -> Seen? {
    var (seen, value) = (first, first)
    var own: Held?
    for access in accesses {
      value += 1
      seen = seen &* 31 &+ perform(access, value, &own)
    }
    return Seen(seen)
  }

  private func perform(_ access: UInt8, _ value: Int, _ own: inout Held?) -> Int {
    switch access {
    case 0: lock.withLock { own = strong }
    case 1: lock.withLock { strong = own }
    case 2: lock.withLock { strong = nil }
    case 3: lock.withLock { partner = nil }
    case 4: return lock.withLock { changing }?.number ?? 0
    case 5: lock.withLock { own = changing }
    case 6: lock.withLock { changing = own }
    case 7: own = nil
    case 8: return constant?.number ?? 0
    case 9: own = constant
    case 10: return own?.other?.number ?? 0
    default: own = Held(value)
    }
    return 0
  }
}
