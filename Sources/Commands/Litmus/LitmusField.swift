import ArgumentParsing
import TextFormats

/// Takes a litmus file's values for what they should be; an error names the place and what was expected there.
struct LitmusField {
  let document: JSONDocument
  /// What an error begins with: the test.
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

  /// A whole number that a word of 64 bits can hold.
  func integer(_ node: JSONNode, _ expected: String) throws(InputError) -> Int {
    guard case .numeral(let numeral) = node.value, let integer = Int(numeral) else { throw mismatch(node, expected) }
    return integer
  }

  func count(_ node: JSONNode, _ expected: String) throws(InputError) -> Int {
    let count = try integer(node, expected)
    guard count >= 0 else { throw mismatch(node, expected) }
    return count
  }

  private func mismatch(_ node: JSONNode, _ expected: String) -> InputError {
    error(node, "got \(node.kindInWords)", expected: expected)
  }
}

/// The members of an object; those that nobody asks for are ignored.
struct LitmusObject {
  let node: JSONNode
  let members: [(key: JSONNode, value: JSONNode)]

  /// nil where there is none, or null.
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
  /// As messages say what was found.
  fileprivate var kindInWords: String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .numeral(let numeral): numeral
    case .string(let text): text.quoted
    case .array: "an array"
    case .object: "an object"
    }
  }
}
