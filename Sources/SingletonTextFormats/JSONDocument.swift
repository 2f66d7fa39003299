package import SingletonPlatform

/// The value of a JSON file (RFC 8259), with the place of each part in the file.
package struct JSONDocument: Sendable {
  package let path: String
  package let root: JSONNode
  private let bytes: [UInt8]

  /// The limit on the size in bytes, which also ends the reading of an endless stream.
  private static let largestFile = 1 << 26

  package init(path: String) throws(InputError) {
    try self.init(InputError.opened(path), path: path)
  }

  /// - Parameter path: The name of the file in messages.
  package init(_ file: InputFile, path: String) throws(InputError) {
    try self.init(path: path, bytes: Self.contents(of: file, path))
  }

  /// - Parameter path: The name of the text in messages.
  package init(path: String, bytes: [UInt8]) throws(InputError) {
    self.path = path
    self.bytes = bytes
    var parser = JSONParser(bytes)
    do {
      root = try parser.document()
    } catch {
      throw Self.inputError(path, bytes, at: error.offset, problem: error.problem, expected: error.expected)
    }
  }

  /// Returns an error about a part of the file.
  package func error(at node: JSONNode, _ problem: String, expected: String) -> InputError {
    Self.inputError(path, bytes, at: node.offset, problem: problem, expected: expected)
  }

  /// Returns an error about a position inside a string.
  ///
  /// - Parameter count: The number of characters (Unicode scalars) of the string's value before the position.
  package func error(
    inside node: JSONNode, behind count: Int, _ problem: String, expected: String
  ) -> InputError {
    let offset = JSONParser(bytes).offset(inStringAt: node.offset, behind: count)
    return Self.inputError(path, bytes, at: offset, problem: problem, expected: expected)
  }

  /// Returns the line on which a part begins, from 1.
  package func line(of node: JSONNode) -> Int { Self.place(of: node.offset, in: bytes).line }

  private static func inputError(
    _ path: String, _ bytes: [UInt8], at offset: Int, problem: String, expected: String
  ) -> InputError {
    let place = place(of: offset, in: bytes)
    return InputError(path: path, line: place.line, column: "\(place.column)", problem: problem, expected: expected)
  }

  /// Returns the line and the column of an offset, both from 1; a character is one column regardless of its size in
  /// bytes, and a byte-order mark is none.
  private static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[JSONParser.lengthOfMark(bytes)..<max(offset, JSONParser.lengthOfMark(bytes))]
    let lineFeed = UInt8(ascii: "\n")
    let start = before.lastIndex(of: lineFeed).map { $0 + 1 } ?? before.startIndex
    let characters = before[start...].count { $0 & 0xc0 != 0x80 }
    return (1 + before.count { $0 == lineFeed }, 1 + characters)
  }

  private static func contents(of file: InputFile, _ path: String) throws(InputError) -> [UInt8] {
    do throws(SystemFailure) {
      if let bytes = try file.contents(limit: largestFile) { return bytes }
    } catch {
      throw .unreadable(path, error)
    }
    throw InputError(path: path, problem: "it has more than 64 MiB", expected: "a smaller file")
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
  /// The number of bytes before the part.
  package let offset: Int
}
