import SingletonMemoryModels
import SingletonModelChecker

/// A parser for the threads of a litmus program, whose instructions are:
///
///     W.o loc expr                     store; o: na rlx rel sc
///     R.o reg loc                      load; o: na rlx acq sc; loc `f$r` is the location f<value of r>
///     AWAIT.o reg loc ==|!= expr       load that blocks its thread while the condition is false
///     FADD.o reg loc expr              fetch-add; o: rlx acq rel ar sc; reg gets the old value
///     XCHG.o reg loc expr              exchange
///     CAS.s/f reg loc expected desired strong compare-exchange; f: rlx acq sc; reg gets the value read
///     F.o                              fence; o: acq rel ar sc
///     LOCK m, UNLOCK m, TRYLOCK reg m  0 is free, 1 is held; reg gets 1 on success
///     WAIT s, SIGNAL s                 counting semaphore
///     SKIP n IF a ==|!= b              skips the next n instructions
///     SET reg expr                     register move
///
/// An expression is an integer, a register, or register+integer.
struct LitmusParser {
  /// The instructions, one thread after the other.
  private(set) var instructions: [LitmusInstruction] = []
  /// The index of each thread's first instruction, followed by the total number of instructions.
  private(set) var starts = [0]
  private(set) var registers: [LitmusNames] = []
  private(set) var locations = LitmusNames()
  /// The prefixes before the `$` in locations with a register in their names.
  private(set) var prefixes = LitmusNames()
  /// The registers that an instruction of the current thread sets.
  private var setRegisters: Set<Int> = []
  /// For each use of a register's value in the current thread: the register, and the error if no instruction sets it.
  private var uses: [(register: Int, error: LitmusError)] = []
  /// The words of the current instruction.
  private var tokens = LitmusTokens("", thread: 0, index: 0)

  init(_ threads: [[String]]) throws(LitmusError) {
    guard (1...ExecutionGraph.threadLimit).contains(threads.count) else {
      throw LitmusError(
        place: .threads, expected: "1 to \(ExecutionGraph.threadLimit) threads", got: "\(threads.count)")
    }
    for thread in threads { try append(thread) }
  }

  private mutating func append(_ texts: [String]) throws(LitmusError) {
    registers.append(LitmusNames())
    (setRegisters, uses) = ([], [])
    for (index, text) in texts.enumerated() {
      tokens = LitmusTokens(text, thread: registers.count - 1, index: index)
      instructions.append(try instruction(followedBy: texts.count - index - 1))
      try tokens.finish()
    }
    if let use = uses.first(where: { !setRegisters.contains($0.register) }) { throw use.error }
    starts.append(instructions.count)
  }

  /// - Parameter count: The number of instructions that follow in the thread.
  private mutating func instruction(followedBy count: Int) throws(LitmusError) -> LitmusInstruction {
    let word = try tokens.word("an instruction")
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count == 2 ? parts[1] : nil) {
    case ("W", let order?):
      return try access(.store(0, 0, self.order(order, of: ["na", "rlx", "rel", "sc"])), [.location, .value])
    case ("R", let order?): return try access(.load(0, self.order(order, of: Self.loadOrders)), [.register, .location])
    case ("AWAIT", let order?):
      return try access(.load(0, self.order(order, of: Self.loadOrders)), [.register, .location, .condition, .value])
    case ("FADD", let order?): return try update(.add, order)
    case ("XCHG", let order?): return try update(.exchange, order)
    case ("CAS", let orders?):
      let (success, failure) = try self.orders(orders)
      return try access(
        .compareExchange(0, expected: 0, desired: 0, success, failure: failure),
        [.register, .location, .expected, .value])
    case ("F", let order?): return try access(.fence(self.order(order, of: ["acq", "rel", "ar", "sc"])), [])
    case ("LOCK", nil): return try access(.exchange(0, 1, .acquire).waiting(until: .equal, 0), [.location])
    case ("UNLOCK", nil): return try access(.store(0, 0, .release), [.location])
    case ("TRYLOCK", nil):
      return try access(
        .compareExchange(0, expected: 0, desired: 1, .acquire, failure: .relaxed), [.success, .location])
    case ("WAIT", nil):
      let decrement = Operation(
        .readModifyWrite, at: 0, order: .acquire, update: .decrementIfPositive, until: .greater, 0)
      return try access(decrement, [.location])
    case ("SIGNAL", nil): return try access(.add(0, 1, .release), [.location])
    case ("SKIP", nil): return try skip(atMost: count)
    case ("SET", nil): return .set(register: try register(), try expression())
    default: throw tokens.lastError("an instruction, such as W.rlx, R.acq or LOCK")
    }
  }

  private static let loadOrders = ["na", "rlx", "acq", "sc"]
  private static let updateOrders = ["rlx", "acq", "rel", "ar", "sc"]

  private mutating func update(_ update: Operation.Update, _ order: String) throws(LitmusError) -> LitmusInstruction {
    let order = try self.order(order, of: Self.updateOrders)
    return try access(Operation(.readModifyWrite, at: 0, order: order, update: update), [.register, .location, .value])
  }

  private mutating func skip(atMost following: Int) throws(LitmusError) -> LitmusInstruction {
    guard let count = Int(try tokens.word("a count")), count >= 0 else { throw tokens.lastError("a count") }
    guard count <= following else { throw tokens.lastError("at most \(following), as many instructions as follow") }
    guard try tokens.word("IF") == "IF" else { throw tokens.lastError("IF") }
    return .skip(count: count, try expression(), isEqual: try isEquality(), try expression())
  }

  /// Parses the name of an observed value: `thread:register`, or the name of a variable.
  ///
  /// - Parameter initial: The variables that have an initial value.
  mutating func observable(
    _ text: String, index: Int, initial: some Collection<String>
  ) throws(LitmusError) -> LitmusObservable {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, LitmusNames.isName(text) {
      let isLocation = locations.numbers[text] != nil || initial.contains(text)
      // The user has more likely forgotten the thread than given a variable the name of a register.
      if let thread = registers.firstIndex(where: { $0.numbers[text] != nil }), !isLocation {
        throw Self.error(text, index, "a location, or thread:register, such as \(thread):\(text)")
      }
      return .location(locations.number(of: text))
    }
    guard parts.count == 2, let thread = Int(parts[0]), registers.indices.contains(thread),
      LitmusNames.isName(parts[1])
    else { throw Self.error(text, index, "thread:register or a location") }
    guard let register = registers[thread].numbers[parts[1]] else {
      throw Self.error(text, index, "a register that an instruction of thread \(thread) sets")
    }
    return .register(thread: thread, register)
  }

  private static func error(_ text: String, _ index: Int, _ expected: String) -> LitmusError {
    LitmusError(place: .observe(index: index), expected: expected, got: "\"\(text)\"")
  }
}

// MARK: - Operands

extension LitmusParser {
  private enum Operand {
    case register, location, value, expected
    /// A register that gets 1 if the access has written, otherwise 0.
    case success
    /// The comparison by which a wait decides whether to continue.
    case condition
  }

  private mutating func access(
    _ operation: Operation, _ operands: [Operand]
  ) throws(LitmusError) -> LitmusInstruction {
    var access = LitmusAccess(operation: operation)
    access.value.constant = operation.value
    access.expected.constant = operation.expected
    for operand in operands {
      switch operand {
      case .register: access.register = try register()
      case .location: access.location = try location()
      case .value: access.value = try expression()
      case .expected: access.expected = try expression()
      case .success:
        access.register = try register()
        access.reportsSuccess = true
      case .condition:
        access.operation.condition = try isEquality() ? .equal : .notEqual
        access.comparesValue = true
      }
    }
    return .access(access)
  }

  private func order(_ text: String, of allowed: [String]) throws(LitmusError) -> MemoryOrder {
    let orders: [String: MemoryOrder] = [
      "na": .plain, "rlx": .relaxed, "acq": .acquire, "rel": .release, "ar": .acquireRelease,
      "sc": .sequentiallyConsistent,
    ]
    guard allowed.contains(text), let order = orders[text] else {
      throw tokens.lastError("one of the orders " + allowed.joined(separator: ", "))
    }
    return order
  }

  private func orders(_ text: String) throws(LitmusError) -> (success: MemoryOrder, failure: MemoryOrder) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw tokens.lastError("two orders, such as CAS.acq/rlx") }
    return (try order(parts[0], of: Self.updateOrders), try order(parts[1], of: ["rlx", "acq", "sc"]))
  }

  private mutating func isEquality() throws(LitmusError) -> Bool {
    switch try tokens.word("== or !=") {
    case "==": return true
    case "!=": return false
    default: throw tokens.lastError("== or !=")
    }
  }

  /// Parses a register that the current instruction sets.
  private mutating func register() throws(LitmusError) -> Int {
    let name = try tokens.word("a register")
    guard LitmusNames.isName(name) else { throw tokens.lastError("a register") }
    let number = registers[registers.count - 1].number(of: name)
    setRegisters.insert(number)
    return number
  }

  /// Returns the number of a register whose value the current instruction uses.
  private mutating func usedRegister(_ name: String) -> Int {
    let number = registers[registers.count - 1].number(of: name)
    uses.append((number, tokens.lastError("a register that an instruction of the thread sets")))
    return number
  }

  private mutating func expression() throws(LitmusError) -> LitmusExpression {
    let expected = "an integer, a register or register+integer"
    let word = try tokens.word(expected)
    if let number = Int(word) { return LitmusExpression(constant: UInt(bitPattern: number)) }
    let parts = word.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard LitmusNames.isName(parts[0]) else { throw tokens.lastError(expected) }
    let register = usedRegister(String(parts[0]))
    if parts.count == 1 { return LitmusExpression(register: register) }
    guard let number = Int(parts[1]) else { throw tokens.lastError(expected) }
    return LitmusExpression(register: register, constant: UInt(bitPattern: number))
  }

  private mutating func location() throws(LitmusError) -> LitmusLocation {
    let word = try tokens.word("a location")
    let parts = word.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy(LitmusNames.isName) else { throw tokens.lastError("a location") }
    if parts.count == 1 { return LitmusLocation(name: locations.number(of: word)) }
    return LitmusLocation(name: prefixes.number(of: parts[0]), register: usedRegister(parts[1]))
  }
}

/// A value to be observed at the end of an execution.
enum LitmusObservable {
  case register(thread: Int, Int)
  case location(Int)
}
