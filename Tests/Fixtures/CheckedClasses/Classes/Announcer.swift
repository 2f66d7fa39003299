import Foundation

/// Has listeners that a thread tells of news once it has copied their list.
public final class Announcer: @unchecked Sendable {
  public final class Listener: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
  private let lock = NSLock()
  private var listeners = [Listener(1)]
  private var byName = ["a": 1]
  public init() {}

  public func add() -> Int {
    lock.withLock { listeners.append(Listener(2)) }
    return 0
  }
  public func addWithoutLock() -> Int {
    listeners.append(Listener(2))
    return 0
  }
  public func tell() -> Int { lock.withLock { listeners }.reduce(0) { $0 + $1.number } }
  public func tellWithoutLock() -> Int { listeners.reduce(0) { $0 + $1.number } }

  public func set() -> Int {
    lock.withLock { byName["b"] = 2 }
    return 0
  }
  public func sum() -> Int { lock.withLock { byName }.values.reduce(0, +) }
  public func sumWithoutLock() -> Int { byName.values.reduce(0, +) }
}
