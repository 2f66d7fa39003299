import Foundation
import Synchronization

// Classes whose accessors return something other than an instance of a class, or do something else.

/// Builds before it takes the lock: a loser drops its instance.
public final class KeepsFirst {
  private let lock = NSLock()
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    lock.lock()
    let isMade = made != nil
    lock.unlock()
    let built = isMade ? nil : Cache()
    lock.lock()
    defer { lock.unlock() }
    if made == nil { made = built }
    return made
  }
}

public protocol Service: AnyObject {
  var name: String { get }
}

private final class RealService: Service {
  let name = "real"
  let kind = "real service"
  let origin = "a server far away"
}

/// A value with an instance inside.
public struct Connection {
  public let number: Int
  public let cache: Cache
}

public struct NoService: Error {}

public final class Services {
  private let lock = Mutex(())
  private let count = Atomic<Int>(0)
  private let isRefused = Atomic<Bool>(false)
  private var made: (any Service)?
  private var connection: Connection?
  private var memory: UnsafeMutableRawPointer?
  public init() {}

  public var service: any Service { lock.withLock { _ in build() } }
  public var racyService: any Service { build() }

  private func build() -> any Service {
    if let made { return made }
    let new = RealService()
    made = new
    return new
  }

  public var session: Connection {
    lock.withLock { _ in
      let known = connection ?? Connection(number: 7, cache: Cache())
      connection = known
      return known
    }
  }

  public var pointer: UnsafeRawPointer? {
    lock.withLock { _ in
      if memory == nil { memory = .allocate(byteCount: 16, alignment: 8) }
      return UnsafeRawPointer(memory)
    }
  }

  public var number: Int {
    lock.withLock { _ in
      if connection == nil { connection = Connection(number: 7, cache: Cache()) }
      return connection!.number
    }
  }

  public func nextNumber() -> Int { count.add(1, ordering: .relaxed).newValue }

  public func prepare() { _ = service }

  /// Refuses all callers but the first.
  public func serviceOrError() throws -> any Service {
    if isRefused.exchange(true, ordering: .relaxed) { throw NoService() }
    return service
  }
}

/// Delivers to who has subscribed, and keeps for who will: but looks and keeps in two sections.
public final class Inbox: Sendable {
  private struct State {
    var hasSubscriber = false
    var isKept = false
    var received = 0
  }

  private let state = Mutex(State())
  public init() {}
  public var received: Int { state.withLock { $0.received } }

  public func subscribe() {
    let isKept = state.withLock { $0.isKept }
    state.withLock { state in
      state.hasSubscriber = true
      if isKept { state.received += 1 }
    }
  }

  public func deliver() {
    let hasSubscriber = state.withLock { $0.hasSubscriber }
    state.withLock { state in if hasSubscriber { state.received += 1 } else { state.isKept = true } }
  }

  public func subscribeGuarded() {
    state.withLock { state in
      state.hasSubscriber = true
      if state.isKept { state.received += 1 }
    }
  }

  public func deliverGuarded() {
    state.withLock { state in if state.hasSubscriber { state.received += 1 } else { state.isKept = true } }
  }
}

/// Counts, so that each step counts.
public final class Counter: Sendable {
  private let steps = Atomic<Int>(0)
  public init() {}
  public var count: Int { steps.load(ordering: .relaxed) }

  @discardableResult public func increment() -> Int { steps.add(1, ordering: .relaxed).newValue }

  public func incrementTwice() -> Int {
    increment()
    return increment()
  }

  public func incrementInTwoSteps() -> Int {
    let old = steps.load(ordering: .acquiring)
    steps.store(old + 1, ordering: .releasing)
    return old + 1
  }

  public var none: Int { 0 }
}
