/// The line of source code on which an operation stands.
///
/// It is one word, because the checker keeps it with every event: the address of the file's name, which is a constant of
/// the program, and the line number.
public struct SourceLine: Hashable, Sendable {
  /// The address above 16 bits for the line. 0 if there is no line.
  public let word: UInt

  /// - Parameter file: The file as `#fileID` has it.
  @inline(__always)
  public init(_ file: StaticString, _ line: UInt) {
    word = UInt(bitPattern: file.utf8Start) << 16 | min(line, 0xffff)
  }

  /// - Parameter word: A word that a source line was.
  public init(word: UInt) { self.word = word }

  /// The file as `#fileID` has it, `Strategies/Weak.swift`, or `nil` if there is no line.
  public var file: String? {
    UnsafePointer<CChar>(bitPattern: word >> 16).map { String(cString: $0) }
  }

  public var line: Int { Int(word & 0xffff) }

  /// `Weak.swift`, or `nil` if there is no line.
  public var name: String? { file.map { String($0.split(separator: "/").last ?? "") } }

  /// `Weak.swift:31`, or `nil` if there is no line.
  public var place: String? { name.map { "\($0):\(line)" } }
}
