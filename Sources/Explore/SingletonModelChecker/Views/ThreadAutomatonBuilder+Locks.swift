/// What operations on counters and locks add to what a thread has done.
extension ThreadAutomatonBuilder {
  /// Notes what a blind operation adds.
  mutating func count(_ operation: Operation, _ location: Int, _ past: inout ThreadPast) throws(ViewError) {
    let amount: Int
    switch operation.update {
    case .add:
      amount = Int(bitPattern: operation.value)
      // A larger step would leave the bound of a counter by more than one.
      if abs(amount) != 1 { throw .countsDecide }
    case .decrementIfPositive where operation.condition == .greater && operation.comparand == 0: amount = -1
    case .exchange: return
    default: throw .countsDecide
    }
    automaton.counters.insert(location)
    past.added[location, default: 0] += amount
    if past.added[location] == 0 { past.added[location] = nil }
  }

  /// Notes whether an operation enters or leaves a location as a lock: exclusively with an exchange that waits for 0,
  /// shared with an addition of 1 that waits until nobody is in exclusively.
  mutating func enter(_ location: Int, _ operation: Operation, _ past: inout ThreadPast) {
    let isUpdate = operation.kind == .readModifyWrite && operation.isBlind && !operation.canTimeOut
    let entered = past.entered[location]
    if isUpdate, operation.update == .exchange, operation.value != 0, operation.condition == .equal,
      operation.comparand == 0, operation.order.acquires, entered == nil
    {
      past.entered[location] = .exclusive
      if Int(bitPattern: operation.value) > 0 { positiveLocks.insert(location) }
    } else if operation.kind == .store, operation.value == 0, operation.order.releases, entered == .exclusive {
      past.entered[location] = nil
    } else if isUpdate, operation.update == .add, operation.value == 1, operation.condition == .greater,
      operation.comparand == .max, operation.order.acquires, entered == nil
    {
      past.entered[location] = .shared
      sharedLocks.insert(location)
    } else if isUpdate, operation.update == .add, operation.value == .max, operation.condition == .always,
      operation.order.releases, entered == .shared
    {
      past.entered[location] = nil
    } else {
      notLocks.insert(location)
    }
  }
}
