/// The operations by their usual names.
extension Operation {
  package static func load(_ location: Int, _ order: MemoryOrder, site: UInt = 0, tag: UInt32 = 0) -> Operation {
    Operation(.load, at: location, order: order, site: site, tag: tag)
  }

  package static func store(
    _ location: Int, _ value: UInt, _ order: MemoryOrder, site: UInt = 0, tag: UInt32 = 0
  ) -> Operation {
    Operation(.store, at: location, order: order, value: value, site: site, tag: tag)
  }

  package static func add(
    _ location: Int, _ value: UInt, _ order: MemoryOrder, site: UInt = 0, tag: UInt32 = 0
  ) -> Operation {
    Operation(.readModifyWrite, at: location, order: order, update: .add, value: value, site: site, tag: tag)
  }

  package static func exchange(
    _ location: Int, _ value: UInt, _ order: MemoryOrder, site: UInt = 0, tag: UInt32 = 0
  ) -> Operation {
    Operation(.readModifyWrite, at: location, order: order, value: value, site: site, tag: tag)
  }

  /// A strong compare-exchange.
  package static func compareExchange(
    _ location: Int, expected: UInt, desired: UInt, _ success: MemoryOrder, failure: MemoryOrder, site: UInt = 0,
    tag: UInt32 = 0
  ) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: success, failureOrder: failure, update: .compareExchange, value: desired,
      expected: expected, site: site, tag: tag)
  }

  package static func fence(_ order: MemoryOrder, site: UInt = 0, tag: UInt32 = 0) -> Operation {
    Operation(.fence, at: -1, order: order, site: site, tag: tag)
  }

  package static func free(_ location: Int, site: UInt = 0, tag: UInt32 = 0) -> Operation {
    Operation(.free, at: location, order: .plain, site: site, tag: tag)
  }

  /// The same operation, blocking its thread until what it reads fulfils the condition, or until its limit of time.
  package func waiting(until condition: Condition, _ limit: UInt, hasLimit: Bool = false) -> Operation {
    var waiting = self
    waiting.condition = condition
    waiting.limit = limit
    waiting.hasLimit = hasLimit
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
    case .equal: found == limit
    case .notEqual: found != limit
    case .greater: Int(bitPattern: found) > Int(bitPattern: limit)
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
