package import SingletonPlatform

/// The value of a JSON file (RFC 8259), with the place of each part in the file.
package struct JSONDocument: Sendable {
  package let path: String
  package let root: JSONNode
  private let text: [Unicode.Scalar]

  /// The limit on the size in bytes, which also ends the reading of an endless stream.
  private static let largestFile = 1 << 26

  package init(path: String) throws(InputError) {
    try self.init(InputError.opened(path), path: path)
  }

  /// - Parameter path: The name of the file in messages.
  package init(_ file: InputFile, path: String) throws(InputError) {
    try self.init(path: path, bytes: InputError.contents(of: file, path, limit: Self.largestFile))
  }

  /// - Parameter path: The name of the text in messages.
  init(path: String, bytes: [UInt8]) throws(InputError) {
    self.path = path
    var text: [Unicode.Scalar] = []
    do throws(JSONParser.Failure) {
      try JSONParser.decode(bytes, into: &text)
      var parser = JSONParser(text)
      root = try parser.document()
    } catch {
      throw Self.inputError(path, text, at: error.offset, problem: error.problem, expected: error.expected)
    }
    self.text = text
  }

  /// Returns an error about a part of the file.
  package func error(at node: JSONNode, _ problem: String, expected: String) -> InputError {
    Self.inputError(path, text, at: node.offset, problem: problem, expected: expected)
  }

  /// Returns an error about a position inside a string.
  ///
  /// - Parameter count: The number of characters (Unicode scalars) of the string's value before the position.
  package func error(
    inside node: JSONNode, behind count: Int, _ problem: String, expected: String
  ) -> InputError {
    let offset = JSONParser(text).offset(inStringAt: node.offset, behind: count)
    return Self.inputError(path, text, at: offset, problem: problem, expected: expected)
  }

  /// Returns the line on which a part begins, from 1.
  package func line(of node: JSONNode) -> Int { Self.place(of: node.offset, in: text).line }

  private static func inputError(
    _ path: String, _ text: [Unicode.Scalar], at offset: Int, problem: String, expected: String
  ) -> InputError {
    let place = place(of: offset, in: text)
    return InputError(path: path, line: place.line, column: "\(place.column)", problem: problem, expected: expected)
  }

  /// Returns the line and the column of an offset, both from 1.
  private static func place(of offset: Int, in text: [Unicode.Scalar]) -> (line: Int, column: Int) {
    let before = text[..<offset]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return (1 + before.count { $0 == "\n" }, 1 + offset - start)
  }
}

/// A part of a JSON file: its value and its offset.
package struct JSONNode: Sendable {
  package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    /// A number as spelled in the file, so that nothing is rounded.
    case numeral(String)
    case string(String)
    case array([JSONNode])
    /// The members in the order of the file, without duplicate keys.
    case object([(key: JSONNode, value: JSONNode)])
  }

  package let value: Value
  /// The number of characters (Unicode scalars) before the part.
  let offset: Int
}
