import Foundation
import SingletonPlatform

/// The program that checks the fixture's classes, in a process of its own: whatever links the hooks has their definitions
/// of the allocation functions, and the other tests should not.
enum CheckedClasses {
  /// Returns what the program prints.
  static func output(_ arguments: String...) throws -> String { try output(arguments) }

  static func output(_ arguments: [String]) throws -> String {
    let process = Foundation.Process()
    let own = URL(filePath: ownExecutable()).resolvingSymlinksInPath()
    process.executableURL = own.deletingLastPathComponent().appending(path: "checked-classes")
    process.arguments = arguments
    let pipe = Foundation.Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Checks classes in one process, and returns the verdict and the findings of each.
  static func verdicts(of names: String, threads: Int = 2) throws -> [String] {
    let names = names.split(separator: " ").map(String.init)
    return try output(names + ["\(threads)"]).split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return String(line) }
      return "\(parts[0]):\(parts[1].prefix { $0 != "," })\(parts[2])"
    }
  }
}
