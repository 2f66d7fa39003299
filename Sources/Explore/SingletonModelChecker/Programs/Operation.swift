package import SingletonMemoryModels

/// One operation of a modeled thread: an access to a location, or a fence.
///
/// One type covers every primitive, so the model checker has no concept of a lock: to lock is an `exchange` of 1 that
/// waits until the location is 0, and to unlock is a release store of 0. A semaphore's wait is a `decrementIfPositive`
/// that waits until the location is greater than 0. Values are words and locations are small consecutive integers, so
/// two runs of a thread can be compared operation by operation.
package struct Operation: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case load, store, readModifyWrite, fence
    /// A plain write that ends the lifetime of the location.
    case free
  }

  /// The function from the value that a read-modify-write reads to the value that it writes.
  package enum Update: UInt8, Sendable {
    /// Adds `value`, with wraparound.
    case add
    /// Writes `value`.
    case exchange
    /// Writes `value` if the value read is `expected`; otherwise writes nothing.
    case compareExchange
    /// Writes `value` if the value read is `expected` and the operation does not fail spuriously; otherwise writes
    /// nothing.
    case weakCompareExchange
    /// Subtracts 1 if the value read, as a signed word, is greater than 0; otherwise writes nothing.
    case decrementIfPositive
    /// Adds 1 if the value read, as a signed word, is greater than 0; otherwise writes nothing.
    case incrementIfPositive
    /// Sets ``Operation/held`` if it is not set; otherwise writes nothing.
    case hold
    /// Adds 1 to the upper part and clears the 16 lower bits if any of these is set; otherwise writes nothing.
    case wake
    /// Writes the result of a bitwise operation with `value`.
    case and, or, xor
    /// Writes the lesser or the greater of the value read and `value`, as signed words.
    case minimum, maximum
    /// Writes the lesser or the greater of the value read and `value`, as unsigned words.
    case unsignedMinimum, unsignedMaximum
  }

  /// The condition that the value read must satisfy for the thread to continue; otherwise the read blocks its thread.
  package enum Condition: UInt8, Sendable {
    case always, equal, notEqual
    /// Compares as signed words.
    case greater
    /// No bit of the comparand is set.
    case lacks
  }

  /// What the thread takes from the value of a counter.
  package enum Reliance: UInt8, Sendable {
    /// The value itself.
    case value
    /// Whether the value, as a signed word, is greater than 0.
    case anyLeft
    /// Whether the value, as a signed word, is greater than 1: only then does the thread go on in the same way whatever
    /// the value is.
    case severalLeft
  }

  package var kind: Kind
  package var order: MemoryOrder
  /// The memory order of the read if a read-modify-write writes nothing.
  package var failureOrder: MemoryOrder
  package var update: Update
  package var condition: Condition
  /// Whether the wait may time out once no thread can take another step.
  package var canTimeOut: Bool
  /// Whether the thread ignores the value that a read-modify-write reads, so that it goes on in the same way whatever
  /// the value is.
  package var isBlind = false
  /// What the thread takes from the value that it reads.
  package var reliance = Reliance.value
  /// The number of the location; -1 for a fence.
  package var location: Int32
  /// A value for the client's use; the model checker stores it with the event but does not interpret it.
  package var tag: UInt32 = 0
  /// The earlier reads of the thread on which the operation depends, as far as the program knows.
  package var dependencies = Dependencies()
  /// The value to store, add, or exchange; for a compare-exchange, the desired value.
  package var value: UInt
  /// The value that a compare-exchange expects; for a load, the pointer through which it loads, as the thread read that
  /// pointer, or 0.
  package var expected: UInt
  package var comparand: UInt
  /// The line of source code of the operation; the model checker does not interpret it.
  package var sourceLine: UInt = 0

  package init(
    _ kind: Kind, at location: Int, order: MemoryOrder, failureOrder: MemoryOrder? = nil, update: Update = .exchange,
    value: UInt = 0, expected: UInt = 0, until condition: Condition = .always, _ comparand: UInt = 0,
    canTimeOut: Bool = false
  ) {
    self.kind = kind
    self.order = order
    self.failureOrder = failureOrder ?? order
    self.update = update
    self.condition = condition
    self.canTimeOut = canTimeOut
    self.location = Int32(clamping: location)
    self.value = value
    self.expected = expected
    self.comparand = comparand
  }
}

/// The reads of a thread on which one of its operations depends, each a set of the numbers of events below 64 as bits. A
/// number that is no earlier read counts for nothing, so that a dependency that is not known is none.
package struct Dependencies: Hashable, Sendable {
  /// The reads that the location was computed from.
  package var address: UInt64 = 0
  /// The reads that the value to write was computed from.
  package var data: UInt64 = 0
  /// The reads that a branch before the operation has tested.
  package var control: UInt64 = 0

  package init(address: UInt64 = 0, data: UInt64 = 0, control: UInt64 = 0) {
    (self.address, self.data, self.control) = (address, data, control)
  }
}

// MARK: - The operations by their usual names

extension Operation {
  /// The highest bit of a word, which says that a lock is held; the other bits are the value that the lock guards.
  @inline(__always) package static var held: UInt { 1 << (UInt.bitWidth - 1) }

  package static func load(_ location: Int, _ order: MemoryOrder, through pointer: UInt = 0) -> Operation {
    Operation(.load, at: location, order: order, expected: pointer)
  }

  package static func store(_ location: Int, _ value: UInt, _ order: MemoryOrder) -> Operation {
    Operation(.store, at: location, order: order, value: value)
  }

  package static func add(_ location: Int, _ value: UInt, _ order: MemoryOrder) -> Operation {
    Operation(.readModifyWrite, at: location, order: order, update: .add, value: value)
  }

  package static func exchange(_ location: Int, _ value: UInt, _ order: MemoryOrder) -> Operation {
    Operation(.readModifyWrite, at: location, order: order, value: value)
  }

  /// A strong compare-exchange.
  package static func compareExchange(
    _ location: Int, expected: UInt, desired: UInt, _ success: MemoryOrder, failure: MemoryOrder
  ) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: success, failureOrder: failure, update: .compareExchange, value: desired,
      expected: expected)
  }

  /// Returns the same operation, an `add`, an `incrementIfPositive` or a load, of whose value the thread takes only this.
  package func relying(on reliance: Reliance) -> Operation {
    var counting = self
    counting.reliance = reliance
    return counting
  }

  package static func fence(_ order: MemoryOrder) -> Operation { Operation(.fence, at: -1, order: order) }

  package static func free(_ location: Int) -> Operation { Operation(.free, at: location, order: .plain) }

  /// Returns the same operation as a wait: it blocks its thread until the value read satisfies the condition or, if
  /// `canTimeOut` is set, the wait times out.
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

  /// Returns whether a thread that has read `found` continues.
  @inline(__always)
  package func isFulfilled(by found: UInt) -> Bool {
    switch condition {
    case .always: true
    case .equal: found == comparand
    case .notEqual: found != comparand
    case .greater: Int(bitPattern: found) > Int(bitPattern: comparand)
    case .lacks: found & comparand == 0
    }
  }

  /// Returns whether the operation may write nothing although it has read the value for which it writes.
  @inline(__always)
  package func canFail(reading found: UInt) -> Bool { update == .weakCompareExchange && updated(found) != nil }

  /// The value given for a weak compare-exchange that has failed spuriously. No modeled memory holds it.
  package static var failure: UInt { 0xfa11_ed_0dd_f411_5ed }

  /// Returns the value that a read-modify-write writes after reading `found`, or `nil` if it writes nothing.
  @inline(__always)
  package func updated(_ found: UInt) -> UInt? {
    guard kind == .readModifyWrite, isFulfilled(by: found) else { return nil }
    return switch update {
    case .add: found &+ value
    case .exchange: value
    case .compareExchange, .weakCompareExchange: found == expected ? value : nil
    case .decrementIfPositive: Int(bitPattern: found) > 0 ? found &- 1 : nil
    case .incrementIfPositive: Int(bitPattern: found) > 0 ? found &+ 1 : nil
    case .hold: found & Self.held == 0 ? found | Self.held : nil
    case .wake: found & 0xFFFF != 0 ? (found >> 16 &+ 1) << 16 : nil
    case .and: found & value
    case .or: found | value
    case .xor: found ^ value
    case .minimum: UInt(bitPattern: min(Int(bitPattern: found), Int(bitPattern: value)))
    case .maximum: UInt(bitPattern: max(Int(bitPattern: found), Int(bitPattern: value)))
    case .unsignedMinimum: min(found, value)
    case .unsignedMaximum: max(found, value)
    }
  }
}
