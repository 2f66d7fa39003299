package import SingletonPlatform

/// The value of a JSON file (RFC 8259), with the position of each part in the file.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  private let parser: JSONParser

  /// The maximum size in bytes, which also ends the reading of an endless stream.
  private static let largestFile = 1 << 26

  package init(path: String) throws(InputError) {
    try self.init(InputError.opened(path), path: path)
  }

  /// - Parameter path: The name of the file in messages.
  package init(_ file: InputFile, path: String) throws(InputError) {
    try self.init(path: path, bytes: InputError.contents(of: file, path, limit: Self.largestFile))
  }

  /// - Parameter path: The name of the text in messages.
  package init(path: String, bytes: [UInt8]) throws(InputError) {
    var parser = try JSONParser(bytes, path: path)
    root = try parser.document()
    self.parser = parser
  }

  package func error(at node: JSONNode, _ problem: String, expected: String) -> InputError {
    parser.error(at: node.offset, problem, expected: expected)
  }

  /// Returns an error about a position inside a string.
  ///
  /// - Parameter count: The number of characters (Unicode scalars) of the string's value before the position.
  package func error(
    inside node: JSONNode, behind count: Int, _ problem: String, expected: String
  ) -> InputError {
    parser.error(at: parser.offset(inStringAt: node.offset, behind: count), problem, expected: expected)
  }

  /// Returns the line on which a part begins, from 1.
  package func line(of node: JSONNode) -> Int { parser.place(of: node.offset).line }
}

/// A part of a JSON file: its value, and its position.
package struct JSONNode: Sendable {
  package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    /// A number in its spelling in the file, so that nothing is rounded.
    case numeral(String)
    case string(String)
    case array([JSONNode])
    /// The members in the order of the file, without duplicate keys.
    case object([(key: JSONNode, value: JSONNode)])
  }

  package let value: Value
  /// The number of characters (Unicode scalars) before the part.
  let offset: Int

  /// The elements of an array, or `nil` if the part is not an array.
  package var elements: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The text of a string or the spelling of a number.
  package var text: String? {
    switch value {
    case .string(let text), .numeral(let text): text
    default: nil
    }
  }

  /// The members of an object, or `nil` if the part is not an object.
  package var members: [(key: JSONNode, value: JSONNode)]? {
    if case .object(let members) = value { members } else { nil }
  }

  package subscript(key: String) -> JSONNode? { members?.first { $0.key.text == key }?.value }
}
