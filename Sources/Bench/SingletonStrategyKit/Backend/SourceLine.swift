/// The line of source code that contains an operation.
///
/// It fits in one machine word, because the checker stores one with every event. The word combines the address of the
/// file's name, a constant of the program, with the line number.
public struct SourceLine: Hashable, Sendable {
  /// The address, shifted left by 16 bits, with the line number in the lower 16 bits; 0 if there is no line.
  package let word: UInt

  /// - Parameter file: The file as `#fileID` spells it.
  @inline(__always)
  package init(_ file: StaticString, _ line: UInt) {
    word = UInt(bitPattern: file.utf8Start) << 16 | min(line, 0xffff)
  }

  /// - Parameter word: The ``word`` of a source line.
  package init(word: UInt) { self.word = word }

  package static var unknown: SourceLine { SourceLine(word: 0) }

  /// The file as `#fileID` spells it, such as `SingletonStrategies/Weak.swift`, or `nil` if there is no line.
  package var file: String? {
    UnsafePointer<CChar>(bitPattern: word >> 16).map { String(cString: $0) }
  }

  package var line: Int { Int(word & 0xffff) }

  /// The file's name without the module, such as `Weak.swift`, or `nil` if there is no line.
  package var name: String? { file.map { String($0.split(separator: "/").last ?? "") } }

  /// The file's name and the line number, such as `Weak.swift:31`, or `nil` if there is no line.
  package var place: String? { name.map { "\($0):\(line)" } }
}
