import CSingletonPlatform
import Synchronization

/// The source lines of pieces of code. Each is looked for once, because the table of a program's lines may be large.
package enum CodeLines {
  /// A line, and the column of the code in it, or 0 if that is not known.
  package typealias Position = (line: SourceLine, column: Int)

  private static let known = Synchronization.Mutex<[UInt: Position]>([:])
  private static let longestPath = 1 << 12

  /// The line of the call that returns to an address; unknown without debug information, and on other systems than Linux.
  package static subscript(returnAddress: UInt) -> SourceLine { line(at: returnAddress &- 1) }

  /// Returns the line of the code at an address; unknown as above.
  package static func line(at address: UInt) -> SourceLine { position(at: address).line }

  /// Returns the position of the call that returns to an address; unknown as above.
  package static func position(returnAddress: UInt) -> Position { position(at: returnAddress &- 1) }

  /// Returns the lines of a function's code, with the addresses at which they begin.
  package static func lines(in code: Range<UInt>) -> [(address: UInt, line: SourceLine)] {
    var found: [(address: UInt, line: SourceLine)] = []
    guard let begin = UnsafeRawPointer(bitPattern: code.lowerBound) else { return [] }
    withUnsafeMutablePointer(to: &found) { found in
      let note: cp_line_visitor = { address, path, line, found in
        guard let line = SourceLine(path: String(cString: path), line: Int(line)) else { return }
        found!.assumingMemoryBound(to: [(address: UInt, line: SourceLine)].self).pointee
          .append((UInt(bitPattern: address), line))
      }
      cp_visit_source_lines(begin, code.count, note, found)
    }
    return found
  }

  private static func position(at address: UInt) -> Position {
    known.withLock { known in
      if let position = known[address] { return position }
      var path = [CChar](repeating: 0, count: longestPath)
      var column: Int32 = 0
      let number = cp_source_line(UnsafeRawPointer(bitPattern: address), &path, path.count, &column)
      let text = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      let position = (SourceLine(path: text, line: Int(number)) ?? .unknown, Int(column))
      known[address] = position
      return position
    }
  }
}
