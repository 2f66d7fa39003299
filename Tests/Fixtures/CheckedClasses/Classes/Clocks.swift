import Dispatch
import Foundation

// Classes that look at the clock of Dispatch for more than a limit.

public final class KeepsForAWhile: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Cache?
  private var end = DispatchTime.now()
  public init() {}

  public var cache: Cache {
    lock.withLock {
      if let made, DispatchTime.now() < end { return made }
      let new = Cache()
      made = new
      end = .now() + .seconds(60)
      return new
    }
  }
}

public final class Dated: Sendable {
  let date = DispatchTime.now()
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// Notes when it is used, or how long a use takes.
public final class NotesTimes: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Dated?
  private var (uses, latest) = (0, DispatchTime.now())
  public init() {}

  public var dated: Dated {
    lock.withLock {
      if made == nil { made = Dated(1) }
      latest = .now()
      return made!
    }
  }

  private func count() { lock.withLock { uses += 1 } }

  /// Whether a use takes no time, by a comparison after which nothing is shared.
  public func isQuick() -> Bool {
    let start = DispatchTime.now()
    count()
    return DispatchTime.now() <= start + .seconds(1)
  }

  public func uses(orMoreAfter limit: DispatchTimeInterval) -> Int {
    let end = DispatchTime.now() + limit
    count()
    if DispatchTime.now() > end { count() }
    return lock.withLock { uses }
  }
}
