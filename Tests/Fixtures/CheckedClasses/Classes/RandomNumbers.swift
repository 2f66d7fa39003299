import CSingletons
import Foundation

/// A source of random numbers.
public enum RandomSource: Sendable {
  case swift, runtime, system, entropy, buffer, words
}

/// Draws two random numbers that differ, and keeps one.
public final class Draws {
  private let lock = NSLock()
  private let seed = UInt64.random(in: .min ... .max)
  private var latest: UInt64 = 0
  public init() {}

  public func number(from source: RandomSource) -> UInt64? {
    let (first, second) = (Self.draw(source), Self.draw(source))
    return lock.withLock {
      latest = first
      return first == second ? nil : seed ^ first
    }
  }

  /// Lets the C library write to memory that all threads share.
  public func numberInPlace() -> UInt64? {
    arc4random_buf(&latest, 8)
    return latest
  }

  private static func draw(_ source: RandomSource) -> UInt64 {
    var number: UInt64 = 0
    switch source {
    case .swift: number = .random(in: .min ... .max)
    case .runtime: drawOfRuntime(&number, 8)
    case .system: number = UInt64(cs_random_number())
    case .entropy: _ = getentropy(&number, 8)
    case .buffer: arc4random_buf(&number, 8)
    case .words: number = UInt64(arc4random()) << 32 | UInt64(arc4random_uniform(.max))
    }
    return number
  }
}

/// What an optimized build calls for a random number of Swift.
@_silgen_name("swift_stdlib_random") private func drawOfRuntime(_ bytes: UnsafeMutableRawPointer, _ count: Int)
