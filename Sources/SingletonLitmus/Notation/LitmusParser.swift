import SingletonMemoryModels
import SingletonModelChecker

/// A parser for the instructions of one thread.
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
  private(set) var locations: LitmusNames
  /// The prefixes before the `$` in locations with a register in their names.
  private(set) var prefixes: LitmusNames
  private(set) var registers = LitmusNames()
  private var setRegisters: Set<Int> = []
  /// For each use of a register's value, in order: the register, and the error if no instruction sets it.
  private var uses: [(register: Int, error: LitmusError)] = []
  private let thread: Int
  /// The number of the thread's instructions.
  private let count: Int

  init(thread: Int, count: Int, locations: LitmusNames, prefixes: LitmusNames) {
    self.thread = thread
    self.count = count
    self.locations = locations
    self.prefixes = prefixes
  }

  /// Returns the number of a register that the current instruction sets.
  private mutating func number(ofSetRegister name: String) -> Int {
    let number = registers.number(of: name)
    setRegisters.insert(number)
    return number
  }

  /// Returns the number of a register whose value the current instruction uses.
  private mutating func number(ofUsedRegister name: String, _ tokens: LitmusTokens) -> Int {
    let number = registers.number(of: name)
    uses.append((number, tokens.lastError("a register that an instruction of the thread sets")))
    return number
  }

  /// Throws an error at the first use of a register that no instruction sets.
  func finish() throws(LitmusError) {
    if let use = uses.first(where: { !setRegisters.contains($0.register) }) { throw use.error }
  }

  mutating func parse(_ text: String, index: Int) throws(LitmusError) -> LitmusInstruction {
    var tokens = LitmusTokens(text, thread: thread, index: index)
    let word = try tokens.word("an instruction")
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let instruction = try instruction(parts[0], order: parts.count == 2 ? parts[1] : nil, &tokens)
    try tokens.finish()
    return instruction
  }

  private mutating func instruction(
    _ name: String, order: String?, _ tokens: inout LitmusTokens
  ) throws(LitmusError) -> LitmusInstruction {
    switch (name, order) {
    case ("SKIP", nil): return try skip(&tokens)
    case ("SET", nil): return .set(register: try register(&tokens), try expression(&tokens))
    case ("LOCK", nil), ("UNLOCK", nil), ("TRYLOCK", nil), ("WAIT", nil), ("SIGNAL", nil):
      return .access(try synchronization(name, &tokens))
    case ("W", let order?): return .access(try store(order, &tokens))
    case ("R", let order?): return .access(try load(order, &tokens))
    case ("AWAIT", let order?): return .access(try wait(order, &tokens))
    case ("FADD", let order?): return .access(try update(.add, order, &tokens))
    case ("XCHG", let order?): return .access(try update(.exchange, order, &tokens))
    case ("CAS", let order?): return .access(try compareExchange(order, &tokens))
    case ("F", let order?): return .access(try fence(order, tokens))
    default: throw tokens.lastError("an instruction, such as W.rlx, R.acq or LOCK")
    }
  }

  private mutating func store(_ order: String, _ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusAccess {
    let order = try self.order(order, of: ["na", "rlx", "rel", "sc"], tokens)
    var access = LitmusAccess(operation: .store(0, 0, order))
    access.location = try location(&tokens)
    access.value = try expression(&tokens)
    return access
  }

  private mutating func load(_ order: String, _ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusAccess {
    let order = try self.order(order, of: ["na", "rlx", "acq", "sc"], tokens)
    var access = LitmusAccess(operation: .load(0, order))
    access.register = try register(&tokens)
    access.location = try location(&tokens)
    return access
  }

  private mutating func wait(_ order: String, _ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusAccess {
    var access = try load(order, &tokens)
    access.operation.condition = try isEquality(&tokens) ? .equal : .notEqual
    access.value = try expression(&tokens)
    access.comparesValue = true
    return access
  }

  private mutating func update(
    _ update: Operation.Update, _ order: String, _ tokens: inout LitmusTokens
  ) throws(LitmusError) -> LitmusAccess {
    let order = try self.order(order, of: Self.updateOrders, tokens)
    var access = LitmusAccess(operation: Operation(.readModifyWrite, at: 0, order: order, update: update))
    access.register = try register(&tokens)
    access.location = try location(&tokens)
    access.value = try expression(&tokens)
    return access
  }

  private mutating func compareExchange(
    _ orders: String, _ tokens: inout LitmusTokens
  ) throws(LitmusError) -> LitmusAccess {
    let parts = orders.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw tokens.lastError("two orders, such as CAS.acq/rlx") }
    let success = try order(parts[0], of: Self.updateOrders, tokens)
    let failure = try order(parts[1], of: ["rlx", "acq", "sc"], tokens)
    var access = LitmusAccess(operation: .compareExchange(0, expected: 0, desired: 0, success, failure: failure))
    access.register = try register(&tokens)
    access.location = try location(&tokens)
    access.expected = try expression(&tokens)
    access.value = try expression(&tokens)
    return access
  }

  private func fence(_ order: String, _ tokens: LitmusTokens) throws(LitmusError) -> LitmusAccess {
    LitmusAccess(operation: .fence(try self.order(order, of: ["acq", "rel", "ar", "sc"], tokens)))
  }

  private static let updateOrders = ["rlx", "acq", "rel", "ar", "sc"]
}

// MARK: - Operands

extension LitmusParser {
  private mutating func synchronization(
    _ name: String, _ tokens: inout LitmusTokens
  ) throws(LitmusError) -> LitmusAccess {
    var access = LitmusAccess(operation: Self.synchronization(name))
    if name == "TRYLOCK" {
      access.register = try register(&tokens)
      access.reportsSuccess = true
    }
    access.location = try location(&tokens)
    access.value.constant = access.operation.value
    access.expected.constant = access.operation.expected
    return access
  }

  private static func synchronization(_ name: String) -> Operation {
    switch name {
    case "LOCK": .exchange(0, 1, .acquire).waiting(until: .equal, 0)
    case "UNLOCK": .store(0, 0, .release)
    case "TRYLOCK": .compareExchange(0, expected: 0, desired: 1, .acquire, failure: .relaxed)
    case "WAIT":
      Operation(
        .readModifyWrite, at: 0, order: .acquire, update: .decrementIfPositive, until: .greater, 0)
    default: .add(0, 1, .release)
    }
  }

  private mutating func skip(_ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusInstruction {
    guard let count = Int(try tokens.word("a count")), count >= 0 else { throw tokens.lastError("a count") }
    let following = self.count - tokens.index - 1
    guard count <= following else {
      throw tokens.lastError("at most \(following), as many instructions as follow")
    }
    guard try tokens.word("IF") == "IF" else { throw tokens.lastError("IF") }
    let left = try expression(&tokens)
    let isEqual = try isEquality(&tokens)
    return .skip(count: count, left, isEqual: isEqual, try expression(&tokens))
  }

  private func order(
    _ text: String, of allowed: [String], _ tokens: LitmusTokens
  ) throws(LitmusError) -> MemoryOrder {
    let orders: [String: MemoryOrder] = [
      "na": .plain, "rlx": .relaxed, "acq": .acquire, "rel": .release, "ar": .acquireRelease,
      "sc": .sequentiallyConsistent,
    ]
    guard allowed.contains(text), let order = orders[text] else {
      throw tokens.lastError("one of the orders " + allowed.joined(separator: ", "))
    }
    return order
  }

  private func isEquality(_ tokens: inout LitmusTokens) throws(LitmusError) -> Bool {
    switch try tokens.word("== or !=") {
    case "==": return true
    case "!=": return false
    default: throw tokens.lastError("== or !=")
    }
  }

  private mutating func register(_ tokens: inout LitmusTokens) throws(LitmusError) -> Int {
    let word = try tokens.word("a register")
    guard LitmusNames.isName(word) else { throw tokens.lastError("a register") }
    return number(ofSetRegister: word)
  }

  private mutating func expression(_ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusExpression {
    let expected = "an integer, a register or register+integer"
    let word = try tokens.word(expected)
    if let number = Int(word) { return LitmusExpression(constant: UInt(bitPattern: number)) }
    let parts = word.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard LitmusNames.isName(parts[0]) else { throw tokens.lastError(expected) }
    let register = number(ofUsedRegister: String(parts[0]), tokens)
    if parts.count == 1 { return LitmusExpression(register: register) }
    guard let number = Int(parts[1]) else { throw tokens.lastError(expected) }
    return LitmusExpression(register: register, constant: UInt(bitPattern: number))
  }

  private mutating func location(_ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusLocation {
    let word = try tokens.word("a location")
    let parts = word.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy(LitmusNames.isName) else { throw tokens.lastError("a location") }
    if parts.count == 1 { return LitmusLocation(name: locations.number(of: word)) }
    return LitmusLocation(name: prefixes.number(of: parts[0]), register: number(ofUsedRegister: parts[1], tokens))
  }
}
