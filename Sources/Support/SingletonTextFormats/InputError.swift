package import SingletonPlatform

/// An error in a file that cannot be read or has unexpected content.
package struct InputError: Error, CustomStringConvertible {
  package let path: String
  /// The line, from 1, or `nil` if the error concerns the whole file.
  package let line: Int?
  /// The name of the column or the position in the line, or `nil` if the error concerns the whole line.
  package let column: String?
  package let problem: String
  package let expected: String

  package init(path: String, line: Int? = nil, column: String? = nil, problem: String, expected: String) {
    self.path = path
    self.line = line
    self.column = column
    self.problem = problem
    self.expected = expected
  }

  package var description: String {
    let place = [Self.name(of: path), line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self)
    return "\(place.joined(separator: ", ")): \(problem)\n  expected: \(expected)"
  }
}

extension InputError {
  package static func name(of path: String) -> String {
    path == InputFile.standardInput ? "standard input" : path.harmless
  }

  package static func opened(_ path: String) throws(InputError) -> InputFile {
    do {
      return try InputFile(path)
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// Reads the rest of a file.
  ///
  /// - Parameter limit: The maximum number of bytes.
  static func contents(of file: InputFile, _ path: String, limit: Int) throws(InputError) -> [UInt8] {
    do throws(SystemFailure) {
      if let bytes = try file.contents(limit: limit) { return bytes }
    } catch {
      throw .unreadable(path, error)
    }
    throw InputError(path: path, problem: "it has more than \(limit >> 20) MiB", expected: "a smaller file")
  }

  package static func unreadable(_ path: String, _ failure: SystemFailure) -> InputError {
    InputError(path: path, problem: "cannot read it: \(failure.reason)", expected: "a file that can be read")
  }
}
