import Foundation

/// Values of any type, and copies of them. Locks order what would be a data race, and nothing else.
public final class RandomExistentials: RandomlyAccessed {
  private final class Held {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private protocol Numbered {
    var held: Held { get }
    var more: Int { get }
  }

  /// Fit into an existential.
  private struct Small: Numbered {
    let held: Held
    var more: Int { 1 }
  }

  private struct Medium: Numbered {
    var more: Int
    let held: Held
  }

  /// Is in a box.
  private struct Large: Numbered {
    let held: Held
    var more = 3
    var most = 4
    let second: Held
  }

  private final class Object: Numbered {
    let held: Held
    let more = 5
    init(_ held: Held) { self.held = held }
  }

  private enum Slot<Value> {
    case empty, several(Int)
    case full(Value)
  }

  private let lock = NSLock()
  private var first: (any Numbered)?
  private var second: any Numbered
  private var slot = Slot<any Numbered>.empty

  public init() {
    first = Small(held: Held(1))
    second = Large(held: Held(2), second: Held(3))
  }

  public static let accessCount = 16
  public static let crashes: Set<UInt8> = []

  public func run(_ accesses: UnsafeBufferPointer<UInt8>, value first: Int) -> Seen? {
    var (seen, value) = (first, first)
    var own: (any Numbered)?
    for access in accesses {
      value += 1
      seen = seen &* 31 &+ perform(access, value, &own)
    }
    return Seen(seen)
  }

  private func number(_ some: (any Numbered)?) -> Int {
    guard let some else { return 0 }
    return some.held.number + 100 * some.more
  }

  private func perform(_ access: UInt8, _ value: Int, _ own: inout (any Numbered)?) -> Int {
    switch access {
    case 0: lock.withLock { own = first }
    case 1: lock.withLock { own = second }
    case 2: lock.withLock { first = own }
    case 3: if let own { lock.withLock { second = own } }
    case 4: lock.withLock { first = nil }
    case 5: lock.withLock { first = second }
    case 6: lock.withLock { if let first { second = first } }
    case 7: return lock.withLock { number(first) }
    case 8: return lock.withLock { number(second) }
    case 9: own = nil
    case 10: own = Medium(more: 2, held: Held(value))
    case 11: own = Object(Held(value))
    case 12: own = Large(held: Held(value), second: Held(value + 1))
    case 13: lock.withLock { slot = own.map { .full($0) } ?? .several(value) }
    case 14:
      return lock.withLock {
        switch slot {
        case .empty: 0
        case .several(let number): number
        case .full(let some): number(some)
        }
      }
    default: lock.withLock { second.held.number += 1 }
    }
    return number(own)
  }
}
