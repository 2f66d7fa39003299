package import Foundation

/// One run of the Swift compiler, which writes no files.
package struct SwiftCompiler {
  package let status: Int32
  package let text: String

  /// - Parameters:
  ///   - arguments: The options and the source files.
  ///   - folder: The folder that the files are relative to.
  package init(_ arguments: [String], in folder: URL) throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = Self.toolchain + ["-diagnostic-style", "llvm"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    try process.run()
    text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  private static var toolchain: [String] {
    #if os(macOS)
      ["xcrun", "swiftc"]
    #else
      ["swiftc"]
    #endif
  }

  /// The errors without their positions.
  package var errors: [String] { text.matches(of: /(?m)^.*:\d+:\d+: (error: .*)$/).map { String($0.1) } }

  /// The errors without their positions, by the name of their file.
  package var errorsByFile: [String: [String]] {
    let matches = text.matches(of: /(?m)^(?:.*\/)?([^:\/\n]+):\d+:\d+: error: (.*)$/)
    return Dictionary(matches.map { (String($0.1), [String($0.2)]) }, uniquingKeysWith: +)
  }
}
