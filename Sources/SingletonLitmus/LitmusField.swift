import SingletonArgumentParsing
import SingletonTextFormats

/// A reader of a litmus file's values; its errors name the place and what was expected there.
struct LitmusField {
  let document: JSONDocument
  /// The beginning of error messages, which names the test.
  let context: String

  func error(_ node: JSONNode, _ problem: String, expected: String) -> InputError {
    document.error(at: node, context + problem, expected: expected)
  }

  func object(_ node: JSONNode, _ expected: String) throws(InputError) -> LitmusObject {
    guard case .object(let members) = node.value else { throw mismatch(node, expected) }
    return LitmusObject(node: node, members: members)
  }

  func array(_ node: JSONNode, _ expected: String) throws(InputError) -> [JSONNode] {
    guard case .array(let elements) = node.value else { throw mismatch(node, expected) }
    return elements
  }

  func text(_ node: JSONNode, _ expected: String) throws(InputError) -> String {
    guard case .string(let text) = node.value else { throw mismatch(node, expected) }
    return text
  }

  func flag(_ node: JSONNode, _ expected: String) throws(InputError) -> Bool {
    guard case .bool(let flag) = node.value else { throw mismatch(node, expected) }
    return flag
  }

  /// Returns a whole number that fits in 64 bits.
  func integer(_ node: JSONNode, _ expected: String) throws(InputError) -> Int {
    guard case .numeral(let numeral) = node.value, let integer = Int(numeral) else { throw mismatch(node, expected) }
    return integer
  }

  func count(_ node: JSONNode, _ expected: String) throws(InputError) -> Int {
    let count = try integer(node, expected)
    guard count >= 0 else { throw mismatch(node, expected) }
    return count
  }

  /// Throws an error at the first key that is not one of the known ones, because what it states would not be compared.
  func requireKeys(of object: LitmusObject, _ known: [String]) throws(InputError) {
    for (node, _) in object.members {
      guard case .string(let key) = node.value, !known.contains(key) else { continue }
      throw error(node, "unknown key \(key.quoted)", expected: "one of " + known.joined(separator: ", "))
    }
  }

  private func mismatch(_ node: JSONNode, _ expected: String) -> InputError {
    error(node, "got \(node.kindInWords)", expected: expected)
  }
}

/// The members of an object.
struct LitmusObject {
  let node: JSONNode
  let members: [(key: JSONNode, value: JSONNode)]

  /// The value of a member, or `nil` if it is missing or null.
  subscript(key: String) -> JSONNode? {
    for member in members {
      if case .string(key) = member.key.value {
        if case .null = member.value.value { return nil }
        return member.value
      }
    }
    return nil
  }
}

extension JSONNode {
  /// The value that was found, for messages.
  fileprivate var kindInWords: String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .numeral(let numeral): numeral.count > 40 ? "a number of \(numeral.count) digits" : numeral
    case .string(let text): text.quoted
    case .array: "an array"
    case .object: "an object"
    }
  }
}
