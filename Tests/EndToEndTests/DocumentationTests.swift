import Foundation
import TestSupport
import Testing

/// The commands of README.md's section for CI, run as they stand there.
@Suite struct `The commands that README.md shows for CI` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  /// Lines of blocks that begin with the program's name and one of these commands, placeholders excepted.
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

  /// What the commands read: reports of one row, and eight shares of eight rows.
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

  @Test func `are taken as they stand there`() throws {
    try prepare()
    let lines = try Self.lines(of: ["compare", "merge", "report"])
    #expect(lines.count >= 5)
    for line in lines {
      let result = try run(line)
      #expect(result.end == .exit(0), "\(line): \(result.messages)")
    }
  }

  @Test func `and the one that takes minutes is understood`() throws {
    let lines = try Self.lines(of: ["calibrate"])
    #expect(lines.count == 1)
    for line in lines {
      let result = try run(line + " --strategy mutex --time 5ms")
      #expect(result.end == .exit(0), "\(line): \(result.messages)")
    }
  }
}
