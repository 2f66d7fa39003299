import SingletonMemoryModels

/// Parses the operands of an instruction.
extension LitmusParser {
  mutating func synchronization(
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

  mutating func skip(_ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusInstruction {
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

  func order(
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

  func isEquality(_ tokens: inout LitmusTokens) throws(LitmusError) -> Bool {
    switch try tokens.word("== or !=") {
    case "==": return true
    case "!=": return false
    default: throw tokens.lastError("== or !=")
    }
  }

  mutating func register(_ tokens: inout LitmusTokens) throws(LitmusError) -> Int {
    let word = try tokens.word("a register")
    guard LitmusNames.isName(word) else { throw tokens.lastError("a register") }
    return number(ofSetRegister: word)
  }

  mutating func expression(_ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusExpression {
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

  mutating func location(_ tokens: inout LitmusTokens) throws(LitmusError) -> LitmusLocation {
    let word = try tokens.word("a location")
    let parts = word.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy(LitmusNames.isName) else { throw tokens.lastError("a location") }
    if parts.count == 1 { return LitmusLocation(name: number(ofLocation: word)) }
    return LitmusLocation(name: number(ofPrefix: parts[0]), register: number(ofUsedRegister: parts[1], tokens))
  }
}
