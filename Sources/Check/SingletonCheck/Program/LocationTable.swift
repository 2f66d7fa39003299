import CSingletonHooks

/// The numbers of the locations: first the ranges of memory whose accesses are events, then locks, semaphores and once
/// tokens in the order of their first use.
package final class LocationTable {
  private struct Key: Hashable {
    let address: UInt
    let initial: UInt
  }

  /// The number of ranges of memory.
  private(set) var rangeCount = 0
  private var numbers: [Key: Int] = [:]
  private var keys: [Key] = []

  /// Begins with the accesses that are known to conflict.
  ///
  /// - Parameter everything: Whether to begin with all accesses instead.
  package func begin(everything: Bool = false) {
    rangeCount = ch_partition(everything)
    (numbers, keys) = ([:], [])
  }

  /// Whether there is anything that threads share.
  var isEmpty: Bool { rangeCount + keys.count == 0 }

  func number(of operation: ch_operation) -> Int {
    if operation.kind == ch_fence { return -1 }
    let address = ch_reversed(operation.address)
    if operation.size > 0 { return Int(ch_location(address, Int(operation.size))) }
    let key = Key(address: address, initial: operation.initial)
    if let known = numbers[key] { return known }
    keys.append(key)
    numbers[key] = rangeCount + keys.count - 1
    return rangeCount + keys.count - 1
  }

  func initialValue(of location: Int) -> UInt {
    location < rangeCount ? ch_initial(location) : keys[location - rangeCount].initial
  }

  /// Makes memory, or an object, what it is after an execution.
  func put(_ value: UInt, at location: Int) {
    if location < rangeCount { return ch_put(location, value) }
    ch_leave_object(address(of: location), value)
  }

  func address(of location: Int) -> UInt {
    location < rangeCount ? ch_location_address(location) : keys[location - rangeCount].address
  }
}
