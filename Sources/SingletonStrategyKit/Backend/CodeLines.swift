import CSingletonPlatform
import Synchronization

/// The source lines of pieces of code. Each is looked for once, because the table of a program's lines may be large.
package enum CodeLines {
  private static let known = Synchronization.Mutex<[UInt: SourceLine]>([:])
  private static let longestPath = 1 << 12

  /// The line of the call that returns to an address; unknown without debug information, and on other systems than Linux.
  package static subscript(returnAddress: UInt) -> SourceLine { line(at: returnAddress &- 1) }

  /// Returns the line of the code at an address; unknown as above.
  package static func line(at address: UInt) -> SourceLine {
    known.withLock { known in
      if let line = known[address] { return line }
      var path = [CChar](repeating: 0, count: longestPath)
      let number = cp_source_line(UnsafeRawPointer(bitPattern: address), &path, path.count)
      let text = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      let line = SourceLine(path: text, line: Int(number)) ?? .unknown
      known[address] = line
      return line
    }
  }
}
