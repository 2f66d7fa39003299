import Foundation
import Testing

/// The documentation's commands that read reports, run verbatim.
@Suite struct `Commands on reports in the documentation` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private static let (calibrations, others) = DocumentedPages.readingCommands.reduce(into: ([String](), [String]())) {
    if $1.hasPrefix("singleton-bench calibrate ") { $0.0.append($1) } else { $0.1.append($1) }
  }

  private func run(_ line: String) throws -> ProcessResult {
    let products = URL(filePath: Program.singletonBench.path).deletingLastPathComponent().path
    let path = products + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try RunningProcess("/usr/bin/env", ["bash", "-c", line], in: runner.folder, environment: ["PATH": path])
      .wait()
  }

  /// Writes the files that the commands read: reports of one row, eight shards of eight rows, and a gate file.
  private func prepare() throws {
    let row = "singleton-bench run --form harness --strategy mutex --scenario first-access --threads 2 --trials 20"
    for name in ["baseline", "singleton-bench", "base", "head"] {
      try #require(try run("\(row) --csv \(name).csv").end == .exit(0))
    }
    for share in 1...8 {
      try #require(
        try run("\(row) --replicates 8 --seed 7 --shard \(share)/8 --csv shard-\(share).csv").end == .exit(0))
    }
    let gates = try run(
      "singleton-bench calibrate --replicates 5 --strategy mutex --scenario first-access --threads 2"
        + " --time 5ms --out gates.csv")
    try #require(gates.end == .exit(0), "\(gates.messages)")
  }

  @Test
  func `every command that is shown for compare, merge and report exits with 0, or 5 where one replicate is judged`()
    throws
  {
    try prepare()
    #expect(Self.others.count >= 8)
    for line in Self.others {
      let result = try run(line)
      #expect(result.end == .exit(line.contains(" --gate-") ? 5 : 0), "\(line): \(result.messages)")
    }
  }

  @Test func `the command that is shown for calibrate, restricted to one strategy, exits with 0`() throws {
    #expect(Self.calibrations.count == 1)
    for line in Self.calibrations {
      let result = try run(line + " --strategy mutex --time 5ms")
      #expect(result.end == .exit(0), "\(line): \(result.messages)")
    }
  }
}
