import SingletonMemoryModels
import SingletonModelChecker

/// A generator of small random programs.
struct RandomPrograms: RandomNumberGenerator {
  private var state: UInt64
  /// Whether waits are frequent and most of them timed.
  private let hasTimeouts: Bool

  init(seed: UInt64, timeouts: Bool = false) {
    // Not a multiple of the step between words, or streams with near seeds would be parts of one.
    state = seed &* 0xD134_2543_DE82_EF95 &+ 1
    hasTimeouts = timeouts
  }

  /// Returns the next word of Vigna's splitmix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// Returns a number below `bound`.
  private mutating func next(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(elements.count)] }

  /// Returns a program of two or three threads with at most six operations.
  mutating func program() -> [[Operation]] {
    let lengths = pick([[3, 3], [2, 3], [4, 2], [2, 2, 1], [1, 2, 2], [2, 1, 1], [1, 3, 1], [2, 2]])
    return lengths.map { length in (0..<length).map { _ in operation() } }
  }

  /// Returns a program of two or three equal threads and up to one other. Location 2 stands for one of the thread's own.
  mutating func symmetricProgram(ownLocations: Bool = false) -> [[Operation]] {
    let (copies, length, others) = pick([(2, 2, 0), (2, 3, 0), (3, 1, 0), (3, 2, 0), (2, 1, 2), (2, 2, 1), (3, 1, 1)])
    let thread = (0..<length).map { _ in operation() }
    let other = (0..<others).map { _ in operation() }
    let threads = Array(repeating: thread, count: copies)
    let all = others == 0 ? threads : next(2) == 0 ? threads + [other] : [other] + threads
    return ownLocations ? all.enumerated().map { Self.owning($1, thread: $0) } : all
  }

  /// Returns a program of two to four threads that use the mutex at location 0, and location 1 in and between its
  /// sections. Equal lengths are those of equal threads if `symmetric` is set. If `mixed` is set, most threads take 2 for
  /// free, too, and then lock nothing, and some free it so.
  mutating func lockProgram(symmetric: Bool = false, mixed: Bool = false) -> [[Operation]] {
    let lengths = pick(
      symmetric ? [[1, 1], [2, 2], [1, 1, 1], [1, 1, 2]] : [[1, 1], [2, 1], [1, 1, 1], [2, 2], [2, 1, 1]])
    let threads = lengths.map { count in
      (0..<count).flatMap { _ -> [Operation] in
        let access: [Operation] = [next(2) == 0 ? .store(1, UInt(1 + next(2)), .relaxed) : .load(1, .relaxed)]
        let lock = mixed && next(8) > 0 ? Operation.ask : .exchange(0, 1, .acquire).waiting(until: .equal, 0)
        let free: UInt = mixed && next(3) == 0 ? 2 : 0
        switch next(8) {
        case 0: return access
        case 1: return [lock]
        case 2: return [lock, .store(0, free, .relaxed)]
        default: return [lock] + access + [.store(0, free, .release)]
        }
      }
    }
    guard symmetric else { return threads }
    return lengths.map { length in threads[lengths.firstIndex(of: length)!] }
  }

  /// Returns a program of two to four threads that ask the once token at location 0, and use location 1, and a mutex at
  /// location 2, in and beside its body.
  mutating func tokenProgram() -> [TokenThread] {
    let lengths = pick([[2, 1], [2, 2], [1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 0, 1, 0]])
    return lengths.map { length in
      var (before, body, after): ([Operation], [Operation], [Operation]) = ([], [], [])
      for _ in 0..<length {
        switch next(4) {
        case 0: before.append(access())
        case 1: after.append(access())
        case 2: body.append(access())
        default:
          body += [.exchange(2, 1, .acquire).waiting(until: .equal, 0)] + (next(4) > 0 ? [.store(2, 0, .release)] : [])
        }
      }
      return TokenThread(before: before, body: body, after: after, asks: next(8) > 0, finishes: next(12) > 0)
    }
  }

  /// Returns a program of two or three threads, of which two may be equal, that use the counters at locations 2 and 3,
  /// and their initial values. Most threads give back only what they have taken.
  mutating func countingProgram(symmetric: Bool = false, relaxed: Bool = false) -> ([[Operation]], [Int: UInt]) {
    let lengths = pick(
      symmetric ? [[2, 2], [3, 3], [2, 2, 2]] : [[3, 2], [3, 3], [4, 2], [2, 2, 1], [1, 2, 2]])
    var threads = lengths.map { length in
      var taken = [0, 0]
      return (0..<length).map { _ in next(3) == 0 ? operation() : count(&taken) }
    }
    if relaxed {
      threads = threads.map { operations in
        operations.filter { $0.kind != .fence }.map { operation in
          var operation = operation
          if operation.reliance != .value { operation.order = .relaxed }
          return operation
        }
      }
    }
    if symmetric { threads[1] = threads[0] }
    return (threads, [2: UInt(1 + next(3)), 3: 2])
  }

  /// Returns a thread that changes a location and mostly restores its value, once or twice, with other operations before and
  /// in between.
  mutating func visitor() -> [Operation] {
    (0..<pick([1, 1, 2])).flatMap { _ -> [Operation] in
      let location = next(2)
      let (enter, leave) = pair(at: location)
      return (next(4) == 0 ? [operation()] : []) + [enter] + (next(3) == 0 ? [] : [operation()]) + [leave]
    }
  }

  private mutating func pair(at location: Int) -> (Operation, Operation) {
    let entering: MemoryOrder = pick([.acquire, .acquireRelease, .sequentiallyConsistent, .relaxed])
    let leaving: MemoryOrder = pick([.release, .acquireRelease, .sequentiallyConsistent, .relaxed])
    let storing: MemoryOrder = pick([.release, .sequentiallyConsistent, .relaxed])
    switch next(4) {
    case 0: return (.add(location, 1, entering), .add(location, .max, leaving))
    case 1: return (.exchange(location, 3, entering).waiting(until: .equal, 0), .exchange(location, 0, leaving))
    case 2: return (.exchange(location, 3, entering).waiting(until: .equal, 1), .store(location, 1, storing))
    default: return (.exchange(location, 3, entering), .store(location, UInt(next(3)), storing))
    }
  }

  private mutating func count(_ taken: inout [Int]) -> Operation {
    let counter = next(4) == 0 ? 1 : 0
    if taken[counter] > 0 && next(3) > 0 || next(4) == 0 {
      taken[counter] -= 1
      return .add(2 + counter, UInt(bitPattern: -1), updateOrder()).relying(on: .severalLeft)
    }
    let order = updateOrder()
    if next(6) == 0 { return .load(2 + counter, order == .release ? .relaxed : order).relying(on: .anyLeft) }
    taken[counter] += 1
    var retain = Operation.add(2 + counter, 1, order)
    if next(3) == 0 { (retain.update, retain.value) = (.incrementIfPositive, 0) }
    return retain.relying(on: .anyLeft)
  }

  private mutating func access() -> Operation {
    next(2) == 0 ? .store(1, UInt(1 + next(2)), .relaxed) : .load(1, .relaxed)
  }

  /// Moves accesses to location 1 to location 2 + `thread`, the thread's own.
  static func owning(_ operations: [Operation], thread: Int) -> [Operation] {
    operations.map { operation in
      var operation = operation
      if operation.location == 1 { operation.location = Int32(2 + thread) }
      return operation
    }
  }

  /// Returns a program of two to four threads, mostly of loads and stores with weak orders, some of which depend on earlier
  /// reads of their threads.
  mutating func weakProgram() -> [[Operation]] {
    let lengths = pick([[2, 2], [3, 2], [3, 3], [4, 2], [1, 2, 2], [2, 2, 2], [1, 1, 2, 2]])
    return lengths.map { weakThread($0, others: next(3) == 0) }
  }

  /// Returns a thread that often changes from one location to the other one.
  ///
  /// - Parameter others: Whether one of its operations is of any kind.
  private mutating func weakThread(_ length: Int, others: Bool) -> [Operation] {
    var (location, other) = (next(2), others ? next(length) : -1)
    return (0..<length).map { index in
      if next(5) > 0 { location = 1 - location }
      var operation = index == other ? operation() : weakOperation(location)
      operation.dependencies = Dependencies(address: someEvents(), data: someEvents(), control: someEvents())
      return operation
    }
  }

  private mutating func weakOperation(_ location: Int) -> Operation {
    switch next(14) {
    case 0...5: .store(location, UInt(1 + next(2)), pick([.relaxed, .relaxed, .relaxed, .release, .plain]))
    case 6...11: .load(location, pick([.relaxed, .relaxed, .relaxed, .acquire, .plain]))
    case 12: .fence(pick([.acquire, .release, .sequentiallyConsistent]))
    default: .exchange(location, UInt(1 + next(2)), updateOrder())
    }
  }

  /// Returns a set of numbers of events of a thread, as bits.
  private mutating func someEvents() -> UInt64 { next(3) > 0 ? 0 : next() & 0x7 }

  private mutating func operation() -> Operation {
    let location = next(2)
    let value = UInt(1 + next(2))
    switch next(hasTimeouts ? 20 : 12) {
    case 0...3: return .store(location, value, pick([.plain, .relaxed, .release, .sequentiallyConsistent, .relaxed]))
    case 4...6:
      let order: MemoryOrder = pick([.plain, .relaxed, .acquire, .sequentiallyConsistent, .relaxed])
      return .load(location, order, through: next(2) == 0 ? value : 0)
    case 7:
      return .fence(pick([.acquire, .release, .acquireRelease, .sequentiallyConsistent, .sequentiallyConsistent]))
    case 8: return .add(location, 1, updateOrder())
    case 9: return .exchange(location, value, updateOrder())
    case 10:
      var exchange = Operation.compareExchange(
        location, expected: UInt(next(2)), desired: value, updateOrder(),
        failure: pick([.relaxed, .acquire, .sequentiallyConsistent]))
      if next(2) == 0 { exchange.update = .weakCompareExchange }
      return exchange
    default:
      var wait = waiting(location)
      wait.canTimeOut = hasTimeouts && next(4) > 0
      return wait
    }
  }

  private mutating func updateOrder() -> MemoryOrder {
    pick([.relaxed, .acquire, .release, .acquireRelease, .sequentiallyConsistent])
  }

  private mutating func waiting(_ location: Int) -> Operation {
    switch next(3) {
    case 0: .load(location, pick([.relaxed, .acquire])).waiting(until: .notEqual, 0)
    case 1: .exchange(location, 1, .acquire).waiting(until: .equal, 0)
    default:
      Operation(.readModifyWrite, at: location, order: .acquire, update: .decrementIfPositive, until: .greater, 0)
    }
  }
}
