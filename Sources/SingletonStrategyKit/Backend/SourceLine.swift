/// The line of source code that contains an operation.
///
/// It fits in one machine word, because the checker keeps it with every event. The word holds the address of the file's
/// name, which is a constant of the program, and the line number.
public struct SourceLine: Hashable, Sendable {
  /// The address, shifted left by 16 bits, and the line in the lower 16 bits; 0 if there is no line.
  package let word: UInt

  /// - Parameter file: The file as `#fileID` spells it.
  @inline(__always)
  package init(_ file: StaticString, _ line: UInt) {
    word = UInt(bitPattern: file.utf8Start) << 16 | min(line, 0xffff)
  }

  /// - Parameter word: The ``word`` of a source line.
  package init(word: UInt) { self.word = word }

  /// The file as `#fileID` spells it, such as `SingletonStrategies/Weak.swift`, or `nil` if there is no line.
  package var file: String? {
    UnsafePointer<CChar>(bitPattern: word >> 16).map { String(cString: $0) }
  }

  package var line: Int { Int(word & 0xffff) }

  /// `Weak.swift`, or `nil` if there is no line.
  package var name: String? { file.map { String($0.split(separator: "/").last ?? "") } }

  /// `Weak.swift:31`, or `nil` if there is no line.
  package var place: String? { name.map { "\($0):\(line)" } }
}
