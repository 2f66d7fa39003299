import Commands
import Foundation
import TestSupport
import Testing

@Suite struct `Completions` {
  static let shells = ["bash", "zsh", "fish"]

  private func script(_ shell: String) -> String { answer("completions", shell).output }

  @Test(arguments: shells) func `are as recorded`(shell: String) throws {
    try expectGolden(script(shell), named: "completions.\(shell)")
  }

  @Test(arguments: shells) func `are what the shell can read`(shell: String) throws {
    let arguments = shell == "fish" ? ["--no-execute", "/dev/stdin"] : ["-n"]
    guard let result = try run(shell, arguments, input: script(shell)) else { return }
    #expect(result.status == 0, "\(result.output)")
  }

  /// The words of a command line, the last of which is to be completed, as bash splits them.
  @Test(arguments: [
    (["", "lis"], "list"), (["", "--thr"], "--threads"), (["", "run", "--sti"], ""),
    (["", "list", "--fo"], "--format"),
    (["", "list", "--format", "j"], "json"), (["", "list", "--format", "=", "j"], "json"),
    (["", "list", "--format", "="], "table json"), (["", "--strategy", "d"], "double-checked-lock"),
    (["", "explain", "on"], "once-reentrant"), (["", "completions", "z"], "zsh"), (["", "--engine", "p"], "pthread"),
    (["", "--csv", "x"], ""),
  ])
  func `offer in bash what fits`(words: [String], offered: String) throws {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let input =
      script("bash") + """
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
        _singleton_bench; echo "${COMPREPLY[@]}"
        """
    let result = try #require(try run("bash", ["--norc"], input: input))
    #expect(result.output == offered + "\n")
  }

  /// nil where the shell is not installed.
  private func run(_ shell: String, _ arguments: [String], input: String) throws -> (status: Int32, output: String)? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(shell)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    let (process, standardInput, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
