import SingletonModelChecker

/// Recognizes loops that wait for another thread, whose rounds would otherwise be explored one by one without end.
///
/// An operation that is repeated at the same line, with nothing between, and finds the same value each time has no
/// effect. From some round on it is a wait for another value, as in GenMC's treatment of spin loops.
struct SpinDetector {
  private var operation: Operation?
  private var value: UInt = 0
  private var rounds = 0

  /// Returns the operation, or a wait in its place.
  mutating func waiting(_ next: Operation) -> Operation {
    guard next == operation, rounds >= limit(next), !changes(next) else {
      if next != operation { (operation, rounds) = (next, 0) }
      return next
    }
    return next.waiting(until: .notEqual, value)
  }

  /// Takes the value that the operation has read.
  mutating func note(_ found: UInt) {
    rounds = found == value || rounds == 0 ? rounds + 1 : 1
    value = found
  }

  /// The lines of plain accesses are known only in a replay, so that a few in a row may be of different lines.
  private func limit(_ operation: Operation) -> Int { operation.order == .plain ? 16 : 2 }

  private func changes(_ operation: Operation) -> Bool {
    switch operation.kind {
    case .load: operation.condition != .always
    case .readModifyWrite: operation.condition != .always || (operation.updated(value) ?? value) != value
    case .store, .fence, .free: true
    }
  }
}
