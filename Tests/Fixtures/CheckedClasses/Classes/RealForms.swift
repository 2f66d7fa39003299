import Dispatch
import Foundation
import Synchronization

// Forms of code that packages have, in words of our own; scripts/try-packages checks some of the packages themselves.

/// OpenCombine's `Published`: the first look at the projected value puts a publisher in the place of the value.
@propertyWrapper public struct Observed<Value> {
  public final class Publisher {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private enum Storage {
    case value(Value)
    case publisher(Publisher)
  }

  private var storage: Storage

  public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  public var wrappedValue: Value {
    switch storage {
    case .value(let value): value
    case .publisher(let publisher): publisher.value
    }
  }

  public var projectedValue: Publisher {
    mutating get {
      switch storage {
      case .value(let value):
        let publisher = Publisher(value)
        storage = .publisher(publisher)
        return publisher
      case .publisher(let publisher): return publisher
      }
    }
  }
}

public final class ObservedModel {
  @Observed private var count = 0
  public init() {}
  public var publisher: Observed<Int>.Publisher { $count }
}

/// OpenCombine's `Multicast`: the subject is made under a lock, with an early return.
public final class Multicasts {
  private let lock = NSLock()
  private var subject: Cache?
  public init() {}

  public var lazySubject: Cache {
    lock.lock()
    if let subject {
      lock.unlock()
      return subject
    }
    let made = Cache()
    subject = made
    lock.unlock()
    return made
  }
}

/// Yams' `Tag`: whoever reads the name resolves it.
public final class LateTag {
  private var name = 0
  public init() {}

  public var resolvedName: Int {
    if name == 0 { name = 42 }
    return name
  }
}

/// Stencil's `Token`: a public `lazy var`, of an array.
public final class WordToken {
  private let contents: String
  public init(_ contents: String) { self.contents = contents }
  public lazy var components = contents.utf8.map { Int($0) }
}

/// The cache of async-http-client: looked at in one critical section, and filled in another one.
public final class ContextCache {
  private let lock = NSLock()
  private var key: Int?
  private var context: Cache?
  public init() {}

  public func context(for wanted: Int) -> Cache {
    if let found = lock.withLock({ key == wanted ? context : nil }) { return found }
    let made = Cache(size: wanted)
    lock.withLock { (key, context) = (wanted, made) }
    return made
  }
}

/// A setting of swift-nio: whoever reads it first fixes it, for all.
public enum Suggestion {
  private static let raw = Atomic<UInt8>(0)

  public static var isEnabled: Bool {
    let (exchanged, original) = raw.compareExchange(expected: 0, desired: 1, ordering: .relaxed)
    return exchanged || original == 1
  }

  public static func disable() { _ = raw.compareExchange(expected: 0, desired: 2, ordering: .relaxed) }
}

/// GRDB's statements: a dictionary of a serial queue.
public final class Statements: @unchecked Sendable {
  private let queue = DispatchQueue(label: "statements")
  private var made: [String: Cache] = [:]
  public init() {}

  public func statement(_ text: String) -> Cache {
    queue.sync {
      if let found = made[text] { return found }
      let new = Cache()
      made[text] = new
      return new
    }
  }
}

/// Starts a thread.
public final class StartsThread {
  private let lock = NSLock()
  private var made: Cache?
  public init() {}

  public var cache: Cache? {
    Thread.detachNewThread {}
    return lock.withLock {
      if made == nil { made = Cache() }
      return made
    }
  }
}
