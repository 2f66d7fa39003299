import CSingletonHooks
import SingletonMemoryModels
import SingletonModelChecker

extension Operation {
  /// Creates the operation that a thread has asked for.
  init(_ asked: ch_operation, at location: Int) {
    let order = MemoryOrder(hook: asked.order)
    switch asked.kind {
    case ch_load: self = .load(location, order)
    case ch_store, ch_unlock, ch_unlock_with: self = .store(location, asked.value, order)
    case ch_modify:
      self.init(
        .readModifyWrite, at: location, order: order, failureOrder: MemoryOrder(hook: asked.failure_order),
        update: Update(asked.update), value: asked.value, expected: asked.expected)
    case ch_fence: self = .fence(order)
    case ch_lock:
      self = .exchange(location, asked.value, .acquire).waiting(until: .equal, 0, canTimeOut: asked.has_limit)
    case ch_try_lock:
      self = .compareExchange(location, expected: 0, desired: asked.value, .acquire, failure: .relaxed)
      canTimeOut = asked.has_limit
    case ch_hold, ch_try_hold, ch_hold_when:
      self = Operation(
        .readModifyWrite, at: location, order: .acquire, failureOrder: .relaxed, update: .hold,
        expected: asked.expected, canTimeOut: asked.has_limit)
      if asked.kind == ch_hold { (condition, comparand) = (.greater, UInt.max) }
      if asked.kind == ch_hold_when { (condition, comparand) = (.equal, asked.expected) }
    case ch_try_hold_when:
      self = .compareExchange(
        location, expected: asked.expected, desired: asked.value, .acquire, failure: .relaxed)
      canTimeOut = asked.has_limit
    case ch_wait:
      self = Operation(.readModifyWrite, at: location, order: .acquire, update: .decrementIfPositive)
        .waiting(until: .greater, 0, canTimeOut: asked.has_limit)
    case ch_try_wait:
      self = Operation(
        .readModifyWrite, at: location, order: .acquire, failureOrder: .relaxed, update: .decrementIfPositive,
        canTimeOut: asked.has_limit)
    case ch_enter_group: self = .add(location, 1, .relaxed)
    case ch_leave_group: self = .add(location, UInt(bitPattern: -1), .release)
    case ch_look_at_group: self = .load(location, .acquire)
    case ch_await_group: self = .load(location, .acquire).waiting(until: .equal, 0, canTimeOut: asked.has_limit)
    case ch_begin_wait, ch_find_waiters: self = .add(location, asked.value, order)
    case ch_await:
      self = .load(location, order).waiting(until: .greater, asked.expected, canTimeOut: asked.has_limit)
    case ch_await_turn:
      self = .load(location, order).waiting(until: .lacks, asked.expected, canTimeOut: asked.has_limit)
    case ch_wake_all: self = .exchange(location, 0, order)
    case ch_end_wait, ch_wake_one:
      self = .compareExchange(
        location, expected: asked.expected, desired: asked.value, order, failure: order)
    case ch_wake: self = Operation(.readModifyWrite, at: location, order: order, update: .wake)
    case ch_end_early, ch_end_in_time, ch_pick:
      self = Operation(.readModifyWrite, at: location, order: order, update: .weakCompareExchange)
    case ch_read_lock, ch_write_lock:
      self = .add(location, asked.value, .acquire).waiting(until: .lacks, asked.expected)
    case ch_ask_to_write, ch_write_unlock: self = .add(location, asked.value, order)
    case ch_read_unlock: self = .add(location, UInt(bitPattern: -1), .release)
    case ch_signal: self = .add(location, 1, .release)
    case ch_question: self = .add(location, 0, .acquire)
    case ch_retain, ch_release_reference: self = .add(location, asked.value, order)
    case ch_retain_if_alive:
      self = Operation(.readModifyWrite, at: location, order: order, update: .incrementIfPositive)
    default:
      self = .compareExchange(location, expected: 0, desired: 1, .acquire, failure: .acquire)
        .waiting(until: .notEqual, 1)
    }
    tag = UInt32(asked.kind.rawValue) | (asked.is_look ? Self.lookTag : 0)
    sourceLine = asked.code
  }

  private static var lookTag: UInt32 { 1 << 8 }

  /// Whether the checker reads the instance that a caller has got.
  var isLook: Bool { tag & Self.lookTag != 0 }

  /// What the code has asked for.
  var hook: ch_kind { ch_kind(rawValue: UInt8(truncatingIfNeeded: tag)) }
}

extension Operation.Update {
  fileprivate init(_ update: ch_update) {
    switch update {
    case ch_add: self = .add
    case ch_compare_exchange: self = .compareExchange
    case ch_and: self = .and
    case ch_or: self = .or
    case ch_xor: self = .xor
    default: self = .exchange
    }
  }
}

extension MemoryOrder {
  /// Creates the order with a number in C. A load that consumes is taken to acquire, as compilers take it.
  fileprivate init(hook number: UInt8) {
    switch number {
    case 0: self = .relaxed
    case 1, 2: self = .acquire
    case 3: self = .release
    case 4: self = .acquireRelease
    case 5: self = .sequentiallyConsistent
    default: self = .plain
    }
  }
}
