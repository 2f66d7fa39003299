package import Foundation

/// The files of this repository.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the text of a file.
  ///
  /// - Parameter path: The file's path from the repository's root.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the texts of the Swift files in a folder and in the folders within it.
  package static func swiftFiles(in folder: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return try paths.filter { $0.hasSuffix(".swift") }.map { try text(folder + "/" + $0) }
  }
}
