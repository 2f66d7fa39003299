package import MemoryModels

/// One step of a modeled thread: an access to a location, or a fence.
///
/// One value covers every primitive, so a lock is not a concept of the engine: to lock is `exchange` of 1 that waits
/// until the location is 0, to unlock a releasing store of 0; a semaphore's wait is `decrementIfPositive` that waits
/// until the location is greater than 0. Values are words and locations dense small integers, so that two runs of one
/// thread can be compared step by step.
package struct Operation: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    case load, store, readModifyWrite, fence
    /// A plain write after which the location is dead.
    case free
  }

  /// How a read-modify-write gets from the value it reads to the value it writes.
  package enum Update: UInt8, Sendable {
    /// Adds `value`, wrapping round.
    case add
    /// Writes `value`.
    case exchange
    /// Writes `value` where `expected` was read, nothing otherwise.
    case compareExchange
    /// Writes one less where the value read is greater than 0 as a signed word, nothing otherwise.
    case decrementIfPositive
    /// Writes one more where the value read is greater than 0 as a signed word, nothing otherwise.
    case incrementIfPositive
  }

  /// What the value must fulfil before the thread goes on; a read that finds less blocks its thread.
  package enum Condition: UInt8, Sendable {
    case always, equal, notEqual
    /// As signed words.
    case greater
  }

  package var kind: Kind
  package var order: MemoryOrder
  /// The order of the read where an update writes nothing.
  package var failureOrder: MemoryOrder
  package var update: Update
  package var condition: Condition
  /// A wait that may end without what it waits for, once no thread can take another step.
  package var canTimeOut: Bool
  /// -1 for a fence.
  package var location: Int32
  /// For the layer above: the engine keeps it with the event and gives it no meaning.
  package var tag: UInt32
  /// What is stored, added, exchanged or desired.
  package var value: UInt
  package var expected: UInt
  /// What `condition` compares with.
  package var comparand: UInt
  /// Names the step's line of source code. The engine gives it no meaning.
  package var sourceLine: UInt

  package init(
    _ kind: Kind, at location: Int, order: MemoryOrder, failureOrder: MemoryOrder? = nil, update: Update = .exchange,
    value: UInt = 0, expected: UInt = 0, until condition: Condition = .always, _ comparand: UInt = 0,
    canTimeOut: Bool = false, sourceLine: UInt = 0, tag: UInt32 = 0
  ) {
    self.kind = kind
    self.order = order
    self.failureOrder = failureOrder ?? order
    self.update = update
    self.condition = condition
    self.canTimeOut = canTimeOut
    self.location = Int32(clamping: location)
    self.tag = tag
    self.value = value
    self.expected = expected
    self.comparand = comparand
    self.sourceLine = sourceLine
  }
}

// MARK: - The operations by their usual names

extension Operation {
  package static func load(_ location: Int, _ order: MemoryOrder, sourceLine: UInt = 0, tag: UInt32 = 0) -> Operation {
    Operation(.load, at: location, order: order, sourceLine: sourceLine, tag: tag)
  }

  package static func store(
    _ location: Int, _ value: UInt, _ order: MemoryOrder, sourceLine: UInt = 0, tag: UInt32 = 0
  ) -> Operation {
    Operation(.store, at: location, order: order, value: value, sourceLine: sourceLine, tag: tag)
  }

  package static func add(
    _ location: Int, _ value: UInt, _ order: MemoryOrder, sourceLine: UInt = 0, tag: UInt32 = 0
  ) -> Operation {
    Operation(.readModifyWrite, at: location, order: order, update: .add, value: value, sourceLine: sourceLine, tag: tag)
  }

  package static func exchange(
    _ location: Int, _ value: UInt, _ order: MemoryOrder, sourceLine: UInt = 0, tag: UInt32 = 0
  ) -> Operation {
    Operation(.readModifyWrite, at: location, order: order, value: value, sourceLine: sourceLine, tag: tag)
  }

  /// A strong compare-exchange.
  package static func compareExchange(
    _ location: Int, expected: UInt, desired: UInt, _ success: MemoryOrder, failure: MemoryOrder, sourceLine: UInt = 0,
    tag: UInt32 = 0
  ) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: success, failureOrder: failure, update: .compareExchange, value: desired,
      expected: expected, sourceLine: sourceLine, tag: tag)
  }

  package static func fence(_ order: MemoryOrder, sourceLine: UInt = 0, tag: UInt32 = 0) -> Operation {
    Operation(.fence, at: -1, order: order, sourceLine: sourceLine, tag: tag)
  }

  package static func free(_ location: Int, sourceLine: UInt = 0, tag: UInt32 = 0) -> Operation {
    Operation(.free, at: location, order: .plain, sourceLine: sourceLine, tag: tag)
  }

  /// The same operation, blocking its thread until what it reads fulfils the condition, or until its comparand of time.
  package func waiting(until condition: Condition, _ comparand: UInt, canTimeOut: Bool = false) -> Operation {
    var waiting = self
    waiting.condition = condition
    waiting.comparand = comparand
    waiting.canTimeOut = canTimeOut
    return waiting
  }
}

extension Operation {
  var reads: Bool { kind == .load || kind == .readModifyWrite }

  /// Whether a thread that has read `found` goes on.
  @inline(__always)
  package func isFulfilled(by found: UInt) -> Bool {
    switch condition {
    case .always: true
    case .equal: found == comparand
    case .notEqual: found != comparand
    case .greater: Int(bitPattern: found) > Int(bitPattern: comparand)
    }
  }

  /// What a read-modify-write that has read `found` writes; nil where it writes nothing.
  @inline(__always)
  package func updated(_ found: UInt) -> UInt? {
    guard kind == .readModifyWrite, isFulfilled(by: found) else { return nil }
    return switch update {
    case .add: found &+ value
    case .exchange: value
    case .compareExchange: found == expected ? value : nil
    case .decrementIfPositive: Int(bitPattern: found) > 0 ? found &- 1 : nil
    case .incrementIfPositive: Int(bitPattern: found) > 0 ? found &+ 1 : nil
    }
  }
}
