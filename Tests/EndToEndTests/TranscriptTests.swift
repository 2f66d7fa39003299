import Foundation
import TestSupport
import Testing

@Suite struct `What the documentation quotes` {
  private let bench: Workbench

  /// The program with the tutorial's strategy, under the name that readers know.
  init() throws {
    bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      atPath: bench.folder("singleton-bench"), withDestinationPath: Program.tutorialBench.path)
    for article in DocumentedPages.articles {
      let files = article.text.matches(of: /Saved as `([^`]+)`:/).map { String($0.1) }
      for (name, text) in zip(files, DocumentedPages.blocks("json", in: article.text)) {
        try bench.folder.write(String(text), to: name)
      }
    }
  }

  private func run(_ command: String, environment: [String: String] = [:]) throws -> Answer {
    let path = bench.folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try RunningProcess(
      "/usr/bin/env", ["bash", "-c", command], in: bench.folder,
      environment: environment.merging(["PATH": path]) { $1 }
    ).wait()
  }

  @Test(arguments: DocumentedPages.transcripts) func `is what the program prints`(transcript: Transcript) throws {
    let environment = transcript.name.contains("draft") ? ["FIRST_DRAFT": "1"] : [:]
    for exchange in transcript.exchanges {
      let answer = try run(withCode(exchange.command), environment: environment)
      guard let difference = exchange.difference(from: answer.output) else { continue }
      if Self.isRecording, try record(exchange, answer.output, in: transcript.file) { continue }
      Issue.record(
        """
        \(transcript.name), \(exchange.command)
          expected: \(difference)
          got:      \(answer.output)\(answer.messages)
          next:     RECORD_GOLDEN=1 swift test --filter TranscriptTests, then git diff
        """)
    }
  }

  /// `CODE` is that of the counterexample which the tutorial draws.
  private func withCode(_ command: String) throws -> String {
    guard command.contains("CODE") else { return command }
    let check = try run(
      "singleton-bench check --strategy relaxed-double-checked-lock --scenario first-access --threads 2")
    return command.replacing("CODE", with: try #require(check.output.firstMatch(of: /replay (\S+)/)?.1))
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// False where what was quoted has no counterpart, or is another figure of a measurement.
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

  @Test(arguments: DocumentedPages.commands) func `can be run as it stands there`(command: String) throws {
    let answer = try run(command)
    // A busy machine may be too weak to show a defect.
    #expect(
      answer.end == .exit(0) || (answer.end == .exit(3) && Transcript.isMeasured(command)), "\(answer.messages)")
  }

  @Test func `is in every article`() {
    #expect(DocumentedPages.articles.count >= 10)
    for article in DocumentedPages.articles {
      #expect(article.text.contains("singleton-bench "), "\(article.file.lastPathComponent) shows nothing")
    }
    #expect(DocumentedPages.transcripts.count >= 20 && DocumentedPages.commands.count >= 3)
  }
}

@Suite struct `A quotation` {
  private func difference(_ quotation: String, _ output: String) throws -> String? {
    try #require(Transcript(quotation, in: URL(filePath: "/q"))).exchanges[0].difference(from: output)
  }

  @Test func `must be the whole output, where nothing is left out`() throws {
    #expect(try difference("$ x check\na\nb\n", "a\nb\n") == nil)
    #expect(try difference("$ x check\na\nb\n", "a\nc\n") != nil)
    #expect(try difference("$ x check\na\n", "a\nb\n") != nil)
    #expect(try difference("$ x check\nb\n", "a\nb\n") != nil)
  }

  @Test func `can be recorded anew, in the same parts`() throws {
    let exchange = try #require(Transcript("$ x check\n...\nb\nc\n...\nd\n", in: URL(filePath: "/q"))).exchanges[0]
    #expect(exchange.recorded(from: "a\nb\n2\nc\n3\nd\ne\n") == ["b\n2\nc", "d\ne"])
    #expect(exchange.recorded(from: "a\nc\nd\n") == nil)
  }

  @Test func `may leave out lines, and keeps the order of the others`() throws {
    #expect(try difference("$ x check\n...\nb\n...\nd\n...\n", "a\nb\nc\nd\ne\n") == nil)
    #expect(try difference("$ x check\n...\nd\n...\nb\n...\n", "a\nb\nc\nd\ne\n") != nil)
    #expect(try difference("$ x check\n...\nb\n...\n", "a\nbb\nc\n") != nil)
  }

  @Test func `is of any machine, where something is measured`() throws {
    #expect(try difference("$ x --threads 2\nlazy  1.2 M  0.62%  held\n", "lazy 999 k 1.5% held\n") == nil)
    #expect(try difference("$ x --threads 2\nlazy  1.2 M  0.62%  held\n", "lazy 999 k 1.5% shown\n") != nil)
    #expect(try difference("$ x check\n12 executions\n", "13 executions\n") != nil)
  }
}
