import Foundation
import SingletonCourse
import TestSupport
import Testing

@Suite struct `Transcripts in the documentation` {
  private let runner: CommandRunner

  /// Links the program with the tutorial's strategy under its usual name, and writes the files that articles quote.
  init() throws {
    runner = try CommandRunner()
    for (name, program) in [("singleton-bench", Program.tutorialBench), ("singleton-litmus", .singletonLitmus)] {
      try FileManager.default.createSymbolicLink(
        atPath: runner.folder(name), withDestinationPath: program.path)
    }
    for article in DocumentedPages.articles {
      let files = article.text.matches(of: /Saved as `([^`]+)`:/).map { String($0.1) }
      for (name, text) in zip(files, DocumentedPages.blocks("json", in: article.text)) {
        try runner.folder.write(String(text), to: name)
      }
    }
  }

  private func run(_ command: String, environment: [String: String] = [:]) throws -> ProcessResult {
    let path = runner.folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try RunningProcess(
      "/usr/bin/env", ["bash", "-c", command], in: runner.folder,
      environment: environment.merging(["PATH": path]) { $1 }
    ).wait()
  }

  @Test(arguments: DocumentedPages.transcripts) func `a transcript is what the program prints`(
    transcript: Transcript
  ) throws {
    let environment = transcript.name.contains("draft") ? ["FIRST_DRAFT": "1"] : [:]
    for exchange in transcript.exchanges {
      let result = try runUntilConclusive(withCode(exchange.command), environment: environment)
      guard let difference = exchange.difference(from: result.output) else { continue }
      if Golden.isRecording, try record(exchange, result.output, in: transcript.file) { continue }
      Issue.record(
        """
        \(transcript.name), \(exchange.command)
          expected: \(difference)
          got:      \(result.output)\(result.messages)
          next:     RECORD_GOLDEN=1 swift test --filter TranscriptTests, then git diff
        """)
    }
  }

  /// Runs a command, for less time than a reader would, and runs it again if a known defect was not reproduced, or if times
  /// have two states: a busy machine may be too weak to show it, or interrupt a thread that holds a lock.
  private func runUntilConclusive(_ command: String, environment: [String: String]) throws -> ProcessResult {
    let command = command.replacing(/--time \d+s/, with: "--time 300ms")
    for _ in 0..<4 {
      let result = try run(command, environment: environment)
      let isConclusive = result.end != .exit(3) && !result.output.contains("two states")
      if isConclusive || !Transcript.isMeasured(command) { return result }
    }
    return try run(command, environment: environment)
  }

  /// Returns the command with the replay code of the tutorial's counterexample in place of `CODE`.
  private func withCode(_ command: String) throws -> String {
    guard command.contains("CODE") else { return command }
    let check = try run(
      "singleton-bench check --strategy double-checked-lock --scenario first-access --threads 2")
    return command.replacing("CODE", with: try #require(check.output.firstMatch(of: /replay (\S+)/)?.1, "\(check)"))
  }

  /// Writes new output in place of what the page quotes.
  ///
  /// - Returns: `false` if the output is measured, or lacks a counterpart of what is quoted.
  private func record(_ exchange: Transcript.Exchange, _ output: String, in file: URL) throws -> Bool {
    guard !Transcript.isMeasured(exchange.command), let recorded = exchange.recorded(from: output) else { return false }
    var text = try String(contentsOf: file, encoding: .utf8)
    let parts = exchange.parts.map { exchange.lines(of: $0).joined(separator: "\n") }.filter { !$0.isEmpty }
    for (old, new) in zip(parts, recorded) {
      text.replace(old, with: new, maxReplacements: 1)
    }
    try Data(text.utf8).write(to: file)
    return true
  }

  @Test(arguments: DocumentedPages.commands) func `a command in the documentation can be run as it is`(
    command: String
  ) throws {
    let result = try run(command)
    // A busy machine may be too weak to show a defect.
    #expect(
      result.end == .exit(0) || (result.end == .exit(3) && Transcript.isMeasured(command)), "\(result.messages)")
  }

  @Test func `a lesson that the plan of a class names has this number`() throws {
    let plan = try Repository.text("Sources/Bench/singleton-bench/Documentation.docc/TeachingAClass.md")
    let named = plan.matches(of: /lesson (\d+), `([a-z-]+)`/)
    #expect(named.count >= 8)
    for lesson in named { #expect(Course.standard.lesson(called: "\(lesson.1)")?.id == String(lesson.2)) }
  }

  @Test func `every concept has a command`() {
    #expect(DocumentedPages.concepts.count >= 10)
    for concept in DocumentedPages.concepts {
      #expect(concept.text.contains(/singleton-(?:bench|litmus)\ /), "\(concept.file.lastPathComponent) has no command")
    }
    #expect(DocumentedPages.transcripts.count >= 30 && DocumentedPages.commands.count >= 6)
  }
}

@Suite struct `Comparison of transcripts` {
  private func difference(_ quotation: String, _ output: String) throws -> String? {
    try #require(Transcript(quotation, in: URL(filePath: "/q"))).exchanges[0].difference(from: output)
  }

  @Test func `a transcript without gaps is the whole output`() throws {
    #expect(try difference("$ x check\na\nb\n", "a\nb\n") == nil)
    #expect(try difference("$ x check\na\nb\n", "a\nc\n") != nil)
    #expect(try difference("$ x check\na\n", "a\nb\n") != nil)
    #expect(try difference("$ x check\nb\n", "a\nb\n") != nil)
  }

  @Test func `a transcript can be recorded again in the same parts`() throws {
    let exchange = try #require(Transcript("$ x check\n...\nb\nc\n...\nd\n", in: URL(filePath: "/q"))).exchanges[0]
    #expect(exchange.recorded(from: "a\nb\n2\nc\n3\nd\ne\n") == ["b\n2\nc", "d\ne"])
    #expect(exchange.recorded(from: "a\nc\nd\n") == nil)
  }

  @Test func `a transcript with gaps keeps the order of its lines`() throws {
    #expect(try difference("$ x check\n...\nb\n...\nd\n...\n", "a\nb\nc\nd\ne\n") == nil)
    #expect(try difference("$ x check\n...\nd\n...\nb\n...\n", "a\nb\nc\nd\ne\n") != nil)
    #expect(try difference("$ x check\n...\nb\n...\n", "a\nbb\nc\n") != nil)
  }

  @Test func `numbers of a measurement match any numbers`() throws {
    #expect(try difference("$ x --threads 2\nlazy  1.2 M  0.62%  passed\n", "lazy 999 k 1.5% passed\n") == nil)
    #expect(try difference("$ x --threads 2\nlazy  1.2 M  0.62%  passed\n", "lazy 999 k 1.5% reproduced\n") != nil)
    #expect(try difference("$ x check\n12 executions\n", "13 executions\n") != nil)
  }
}
