import CommandTestSupport
import Foundation
import TestSupport
import Testing

@Suite struct `Completions` {
  private func script(_ shell: String) -> String { invoke("completions", shell).output }

  /// Returns the lines of a script that are of a command.
  private func part(_ shell: String, of command: String) -> [Substring] {
    let lines = script(shell).split(separator: "\n")
    return switch shell {
    case "bash": lines.filter { $0.hasPrefix("        \(command)) words=") }
    case "zsh": Array(lines.drop { $0 != "    \(command))" }.prefix { $0 != "      ;;" })
    default:
      lines.filter {
        $0.contains(command == "run" ? "'not __fish_seen_subcommand_from " : "'__fish_seen_subcommand_from \(command)'")
      }
    }
  }

  /// Those of bash are tried by bash, wherever it is.
  @Test(arguments: ["zsh", "fish"]) func `completions of a command are as recorded`(shell: String) throws {
    let lines = part(shell, of: "compare").map { $0 + "\n" }
    try expectGolden(lines.joined(), named: "completions-compare.\(shell)")
  }

  @Test(arguments: ["bash", "zsh", "fish"], `Recorded texts`.commands)
  func `each option of a command is offered`(shell: String, command: String) {
    let options = invoke(command, "--help").output.matches(of: /\n  (?:-h, )?--([a-z-]+)/).map(\.1)
    let lines = part(shell, of: command)
    #expect(!options.isEmpty)
    for option in options {
      let offer = shell == "fish" ? " -l \(option) " : "--\(option)"
      #expect(lines.contains { $0.contains(offer) }, "\(option)")
    }
  }

  @Test(.enabled(if: Shell("bash") != nil, "bash is not installed"))
  func `bash can read its completions`() throws { try expectReadable("bash", "-n") }

  @Test(.enabled(if: Shell("zsh") != nil, "zsh is not installed"))
  func `zsh can read its completions`() throws { try expectReadable("zsh", "-n") }

  @Test(.enabled(if: Shell("fish") != nil, "fish is not installed"))
  func `fish can read its completions`() throws { try expectReadable("fish", "--no-execute", "/dev/stdin") }

  private func expectReadable(_ shell: String, _ arguments: String...) throws {
    let result = try #require(Shell(shell)).run(arguments, input: script(shell))
    #expect(result.status == 0, "\(result.output)")
  }

  /// The words of a command line as bash splits them. The last one is to be completed.
  @Test(
    .enabled(if: Shell("bash") != nil, "bash is not installed"),
    arguments: [
      (["", "lis"], "list"), (["", "--thr"], "--threads"), (["", "run", "--sti"], ""),
      (["", "list", "--fo"], "--format"),
      (["", "list", "--format", "j"], "json"), (["", "list", "--format", "=", "j"], "json"),
      (["", "list", "--format", "="], "table json"), (["", "--strategy", "d"], "double-checked-lock"),
      (["", "explain", "on"], "once-reentrant"), (["", "completions", "z"], "zsh"), (["", "--form", "p"], "plain"),
      (["", "--csv", "x"], ""),
    ])
  func `bash offers the words that fit`(words: [String], offered: String) throws {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let input =
      script("bash") + """
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
        _singleton_bench; echo "${COMPREPLY[@]}"
        """
    let result = try #require(Shell("bash")).run(["--norc"], input: input)
    #expect(result.output == offered + "\n")
  }
}

/// A shell that is installed.
private struct Shell {
  private let path: String

  /// Returns `nil` if the shell is not in `PATH`.
  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  func run(_ arguments: [String], input: String) throws -> (status: Int32, output: String) {
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
