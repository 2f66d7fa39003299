import CSingletonHooks
import SingletonModelChecker

/// What the steps of an execution do, in words.
extension ExecutionDrawing {
  mutating func text(of step: PerformedOperation) -> String {
    let operation = step.operation
    if operation.kind == .fence { return "passes a fence\(order(operation))" }
    let name = name(of: Int(operation.location))
    let limit = operation.canTimeOut ? " until its time is over" : ""
    if operation.isLook { return "the check looks into \(name): \(value(step.read ?? 0, step))" }
    if step.hasTimedOut { return "gives up at \(name): its time is over" }
    switch operation.hook {
    case ch_ask_to_write: return "asks to write \(name)"
    case ch_lock, ch_hold, ch_write_lock: return step.isBlocked ? "waits for \(name)" : "locks \(name)"
    case ch_try_wait: return step.written == nil ? "finds no permit of \(name)\(limit)" : "gets a permit of \(name)"
    case ch_begin_wait: return "begins to wait for \(name)"
    case ch_await, ch_await_turn: return step.isBlocked ? "waits for \(name)" : "is woken by \(name)"
    case ch_end_wait: return "waits for \(name) no longer"
    case ch_wake: return step.written == nil ? "signals \(name), for which nobody waits" : "signals \(name)"
    case ch_wake_all: return step.read == 0 ? "signals \(name), for which nobody waits" : "signals \(name)"
    case ch_find_waiters:
      return step.read == 0 ? "signals \(name), for which nobody waits" : "is about to signal \(name)"
    case ch_pick: return step.hasFailed ? "picks one of those that wait" : "picks another one of those that wait"
    case ch_wake_one:
      let woken = (operation.expected ^ operation.value).trailingZeroBitCount + 1
      return step.written == nil ? "finds others that wait for \(name)" : "signals \(name), which wakes thread \(woken)"
    case ch_enter_group: return "enters \(name)"
    case ch_leave_group: return "leaves \(name)"
    case ch_await_group: return step.isBlocked ? "waits for \(name)" : "finds that all have left \(name)\(limit)"
    case ch_look_at_group:
      return step.read == 0 ? "finds that all have left \(name)" : "finds that not all have left \(name)"
    case ch_retain: return "retains \(name)"
    case ch_retain_if_alive: return step.written == nil ? "finds that \(name) has ended" : "retains \(name)"
    case ch_question:
      return step.read == 1 ? "finds one reference to \(name)" : "finds several references to \(name)"
    case ch_release_reference: return step.written == 0 ? "ends \(name)" : "releases \(name)"
    case ch_end_early: return step.hasFailed ? "is woken for no reason" : "is about to wait"
    case ch_end_in_time: return step.hasFailed ? "its time is over" : "its time is not over"
    case ch_hold_when:
      return step.isBlocked ? "waits for \(condition(step)) of \(name)" : "locks \(name) at \(condition(step))"
    case ch_try_hold_when:
      return step.written == nil
        ? "finds \(name) without \(condition(step))\(limit)" : "locks \(name) at \(condition(step))"
    case ch_unlock_with: return "unlocks \(name) with condition \(operation.value)"
    case ch_try_lock, ch_try_hold: return step.written == nil ? "finds \(name) held\(limit)" : "locks \(name)"
    case ch_unlock: return step.written == UInt.max ? "\(name) is done" : "unlocks \(name)"
    case ch_read_lock: return step.isBlocked ? "waits to read \(name)" : "locks \(name) for reading"
    case ch_read_unlock, ch_write_unlock: return "unlocks \(name)"
    case ch_wait: return step.isBlocked ? "waits for a permit of \(name)" : "gets a permit of \(name)"
    case ch_signal: return "signals \(name)"
    case ch_once:
      return step.isBlocked ? "waits for \(name)" : step.written == nil ? "sees \(name) done" : "begins \(name)"
    default: return access(step, name)
    }
  }

  private mutating func access(_ step: PerformedOperation, _ name: String) -> String {
    let hasFailed = step.operation.kind == .readModifyWrite && step.written == nil
    let order = order(step.operation, hasFailed: hasFailed)
    if step.isBlocked { return "finds \(value(step.read ?? 0, step)) in \(name) again and again\(order)" }
    if let read = step.read, let written = step.written {
      return "\(name): \(value(read, step)) becomes \(value(written, step))\(order)"
    }
    if let written = step.written { return "stores \(value(written, step)) in \(name)\(order)" }
    return "\(hasFailed ? "exchange fails, " : "")reads \(name): \(value(step.read ?? 0, step))\(order)"
  }

  /// What a thread waits for that is blocked at the end of an execution, and who could end that.
  mutating func waiting(_ step: PerformedOperation, _ replay: Replay) -> String {
    let who = "thread \(step.thread + 1) waits forever"
    let name = name(of: Int(step.operation.location))
    switch step.operation.hook {
    case ch_hold_when: return "\(who) for \(condition(step)) of \(name)"
    case ch_lock, ch_hold, ch_read_lock, ch_write_lock, ch_once:
      return "\(who) for \(name)\(holder(of: step.operation, replay))"
    case ch_wait: return "\(who) for a permit of \(name)"
    case ch_await, ch_await_turn: return "\(who) for a signal of \(name)"
    case ch_await_group: return "\(who) for all to leave \(name)"
    default: return "\(who) until \(name) is no longer \(value(step.read ?? 0, step))"
    }
  }

  /// The condition at which a lock is wanted.
  private func condition(_ step: PerformedOperation) -> String { "condition \(step.operation.expected)" }

  /// Says who has locked what a thread waits for, or waits to write before a thread that reads.
  private func holder(of wait: Operation, _ replay: Replay) -> String {
    let changes = replay.operations.filter { $0.operation.location == wait.location && $0.written != nil }
    var (readers, writers): ([Int], [Int]) = ([], [])
    for change in changes {
      if change.operation.hook == ch_read_lock { readers.append(change.thread + 1) }
      if change.operation.hook == ch_read_unlock { readers.removeAll { $0 == change.thread + 1 } }
      if change.operation.hook == ch_ask_to_write { writers.append(change.thread + 1) }
      if change.operation.hook == ch_write_lock { writers.removeAll { $0 == change.thread + 1 } }
    }
    if wait.hook == ch_read_lock, let writer = writers.first {
      return ", behind thread \(writer), which waits to write"
    }
    guard readers.isEmpty else {
      let (threads, have) = readers.count == 1 ? ("thread", "has") : ("threads", "have")
      return
        ", which \(threads) \(readers.sorted().map(String.init).joined(separator: " and ")) \(have) locked for reading"
    }
    return changes.last { $0.operation.hook != ch_ask_to_write }.map { ", which thread \($0.thread + 1) has locked" }
      ?? ""
  }
}

extension ch_kind {
  /// What an object is that only this kind of operation accesses; `nil` if it is memory.
  var objectKind: String? {
    switch self {
    case ch_lock, ch_try_lock, ch_read_lock, ch_read_unlock: "lock"
    case ch_ask_to_write, ch_write_lock: "lock"
    case ch_hold, ch_hold_when, ch_try_hold, ch_try_hold_when: "lock"
    case ch_wait, ch_try_wait, ch_signal: "semaphore"
    case ch_enter_group, ch_leave_group, ch_await_group, ch_look_at_group: "group"
    case ch_begin_wait, ch_await, ch_await_turn, ch_end_wait: "condition"
    case ch_wake, ch_wake_all, ch_wake_one, ch_find_waiters: "condition"
    case ch_once: "once token"
    case ch_retain, ch_retain_if_alive, ch_release_reference, ch_question: "object"
    default: nil
    }
  }
}
