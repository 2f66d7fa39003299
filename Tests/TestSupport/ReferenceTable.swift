import Foundation

/// What an independent implementation gives, from a file `Reference/<name>` beside the test's source file.
///
/// The lines that begin with # say how it was made.
package struct ReferenceTable {
  /// The fields of each row; the header is none.
  package let rows: [[String]]

  package init(_ name: String, beside source: String = #filePath) throws {
    let file = URL(filePath: source).deletingLastPathComponent().appending(path: "Reference").appending(path: name)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The numbers of a field, with blanks between them.
  package static func numbers(_ field: String) -> [Double] { field.split(separator: " ").compactMap { Double($0) } }
}

/// Whether two numbers differ by less than a share of the larger.
package func isClose(_ left: Double, _ right: Double, within share: Double) -> Bool {
  abs(left - right) <= share * max(abs(left), abs(right))
}
