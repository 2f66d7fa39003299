import Foundation

/// The results of an independent implementation, read from a file `Reference/<name>` beside the test's source file.
///
/// The file's lines that begin with `#` describe how it was made.
package struct ReferenceTable {
  /// The fields of each row, without the header.
  package let rows: [[String]]

  package init(_ name: String, beside source: String = #filePath) throws {
    let file = URL(filePath: source).deletingLastPathComponent().appending(path: "Reference").appending(path: name)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Returns the numbers in a field, which spaces separate.
  package static func numbers(_ field: String) -> [Double] { field.split(separator: " ").compactMap { Double($0) } }
}

/// Returns whether two numbers differ by at most a share of the larger magnitude.
package func isClose(_ left: Double, _ right: Double, within share: Double) -> Bool {
  abs(left - right) <= share * max(abs(left), abs(right))
}
