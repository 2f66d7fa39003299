import Foundation

/// What the exhibits hand out.
public final class Made: Sendable {
  let number: Int
  init(_ number: Int = 1) { self.number = number }
}

// lazy-property

final class LazyRoom: ThreadForm {
  lazy var streams = Made()
  func instance() -> Made? { streams }
}

final class GuardedRoom: ThreadForm {
  private let lock = NSLock()
  private var made: Made?
  func instance() -> Made? {
    lock.withLock {
      if made == nil { made = Made() }
      return made
    }
  }
}

// lazy-wrapper

@propertyWrapper struct LazyValue<Value> {
  private let build: () -> Value
  private var value: Value?
  init(wrappedValue: @autoclosure @escaping () -> Value) { build = wrappedValue }
  var wrappedValue: Value {
    mutating get {
      if let value { return value }
      let new = build()
      value = new
      return new
    }
  }
}

final class LazyScreen: ThreadForm {
  @LazyValue private var layout = Made()
  func instance() -> Made? { layout }
}

final class GuardedScreen: ThreadForm {
  private let lock = NSLock()
  @LazyValue private var layout = Made()
  func instance() -> Made? { lock.withLock { layout } }
}

// unguarded-static

enum UnguardedClient: ProcessForm {
  private static var made: Made?
  static func instance() -> Made? {
    if made == nil { made = Made() }
    return made
  }
}

enum GuardedClient: ProcessForm {
  private static let lock = NSLock()
  private static var made: Made?
  static func instance() -> Made? {
    lock.withLock {
      if made == nil { made = Made() }
      return made
    }
  }
}

// unguarded-dictionary

final class UnguardedSessions: ThreadForm {
  private var sessions: [String: Made] = [:]
  func instance() -> Made? {
    if let known = sessions["account"] { return known }
    let new = Made()
    sessions["account"] = new
    return new
  }
}

final class GuardedSessions: ThreadForm {
  private let lock = NSLock()
  private var sessions: [String: Made] = [:]
  func instance() -> Made? {
    lock.withLock {
      if let known = sessions["account"] { return known }
      let new = Made()
      sessions["account"] = new
      return new
    }
  }
}

// double-checked

final class DoubleCheckedClient: ThreadForm {
  private let lock = NSLock()
  private var storage: [String: Made] = [:]
  func instance() -> Made? {
    if let known = storage["client"] { return known }
    return lock.withLock {
      if let known = storage["client"] { return known }
      let new = Made()
      storage["client"] = new
      return new
    }
  }
}

typealias CheckedClient = GuardedSessions

// missing-barrier

final class QueueWithoutBarrier: ThreadForm {
  private let queue = DispatchQueue(label: "store", attributes: .concurrent)
  private var made: Made?
  func instance() -> Made? {
    queue.sync {
      if made == nil { made = Made() }
      return made
    }
  }
}

final class QueueWithBarrier: ThreadForm {
  private let queue = DispatchQueue(label: "store", attributes: .concurrent)
  private var made: Made?
  func instance() -> Made? {
    queue.sync(flags: .barrier) {
      if made == nil { made = Made() }
      return made
    }
  }
}
