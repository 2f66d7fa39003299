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
}
