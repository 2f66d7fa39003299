import Foundation
import Testing

/// The documentation's commands that read reports, run verbatim.
@Suite struct `Commands on reports in the documentation` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func run(_ line: String) throws -> ProcessResult {
    let products = URL(filePath: Program.singletonBench.path).deletingLastPathComponent().path
    let path = products + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try RunningProcess("/usr/bin/env", ["bash", "-c", line], in: runner.folder, environment: ["PATH": path])
      .wait()
  }

  /// Writes the files that the commands read: reports of one row.
  private func prepare() throws {
    let row = "singleton-bench run --form harness --strategy mutex --scenario first-access --threads 2 --trials 20"
    for name in ["baseline", "singleton-bench", "base", "head"] {
      try #require(try run("\(row) --csv \(name).csv").end == .exit(0))
    }
  }

  @Test func `every command that is shown for compare and report exits with 0, or 5 where one replicate is judged`()
    throws
  {
    try prepare()
    #expect(DocumentedPages.readingCommands.count >= 5)
    for line in DocumentedPages.readingCommands {
      let result = try run(line)
      #expect(result.end == .exit(line.contains(" --gate-") ? 5 : 0), "\(line): \(result.messages)")
    }
  }
}
