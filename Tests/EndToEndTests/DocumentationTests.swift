import Foundation
import TestSupport
import Testing

/// The commands in README.md's section on CI, run verbatim.
@Suite struct `Commands for CI in README.md` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  /// Returns the lines of the section's code blocks from the program's name on, if one of these commands follows it.
  private static func lines(of commands: [String]) throws -> [String] {
    let root = Repository.root
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "## In CI\n").last?.split(separator: "\n## ").first)
    return section.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("    "), let start = line.range(of: "singleton-bench ")?.lowerBound else { return nil }
      let command = String(line[start...])
      return commands.contains { command.hasPrefix("singleton-bench \($0) ") } ? command : nil
    }
  }

  private func run(_ line: String) throws -> ProcessResult {
    let products = URL(filePath: Program.singletonBench.path).deletingLastPathComponent().path
    let path = products + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try RunningProcess("/usr/bin/env", ["bash", "-c", line], in: runner.folder, environment: ["PATH": path])
      .wait()
  }

  /// Writes the files that the commands read: reports of one row, eight shards of eight rows, and a gate file.
  private func prepare() throws {
    let row = "singleton-bench run --strategy mutex --scenario first-access --threads 2 --trials 20"
    for name in ["baseline", "singleton-bench", "base", "head"] {
      try #require(try run("\(row) --csv \(name).csv").end == .exit(0))
    }
    for share in 1...8 {
      try #require(
        try run("\(row) --replicates 8 --seed 7 --shard \(share)/8 --csv shard-\(share).csv").end == .exit(0))
    }
    let gates = try run(
      "singleton-bench calibrate --replicates 2 --strategy mutex --scenario first-access --threads 2"
        + " --time 5ms --out gates.csv")
    try #require(gates.end == .exit(0), "\(gates.messages)")
  }

  @Test func `every command that README.md shows for compare, merge and report exits with 0`() throws {
    try prepare()
    let lines = try Self.lines(of: ["compare", "merge", "report"])
    #expect(lines.count >= 5)
    for line in lines {
      let result = try run(line)
      #expect(result.end == .exit(0), "\(line): \(result.messages)")
    }
  }

  @Test func `the command that README.md shows for calibrate, restricted to one strategy, exits with 0`() throws {
    let lines = try Self.lines(of: ["calibrate"])
    #expect(lines.count == 1)
    for line in lines {
      let result = try run(line + " --strategy mutex --time 5ms")
      #expect(result.end == .exit(0), "\(line): \(result.messages)")
    }
  }
}
