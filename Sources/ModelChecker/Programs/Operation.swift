/// One step of a modelled thread: an access to a location, or a fence.
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
  package var hasLimit: Bool
  /// -1 for a fence.
  package var location: Int32
  /// For the layer above: the engine keeps it with the event and gives it no meaning.
  package var tag: UInt32
  /// What is stored, added, exchanged or desired.
  package var value: UInt
  package var expected: UInt
  /// What `condition` compares with.
  package var limit: UInt
  /// The source line of the step.
  package var site: UInt

  package init(
    _ kind: Kind, at location: Int, order: MemoryOrder, failureOrder: MemoryOrder? = nil, update: Update = .exchange,
    value: UInt = 0, expected: UInt = 0, until condition: Condition = .always, _ limit: UInt = 0,
    hasLimit: Bool = false, site: UInt = 0, tag: UInt32 = 0
  ) {
    self.kind = kind
    self.order = order
    self.failureOrder = failureOrder ?? order
    self.update = update
    self.condition = condition
    self.hasLimit = hasLimit
    self.location = Int32(clamping: location)
    self.tag = tag
    self.value = value
    self.expected = expected
    self.limit = limit
    self.site = site
  }
}
