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
      let answer = try run(exchange.command, environment: environment)
      let difference = exchange.difference(from: answer.output)
      #expect(difference == nil, "\(exchange.command): got \(answer.output)\(answer.messages)")
    }
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
      #expect(article.text.contains("singleton-bench "), "\(article.name) shows nothing")
    }
    #expect(DocumentedPages.transcripts.count >= 20 && DocumentedPages.commands.count >= 3)
  }
}

@Suite struct `A quotation` {
  private func difference(_ quotation: String, _ output: String) throws -> String? {
    try #require(Transcript(quotation, name: "q")).exchanges[0].difference(from: output)
  }

  @Test func `must be the whole output, where nothing is left out`() throws {
    #expect(try difference("$ x check\na\nb\n", "a\nb\n") == nil)
    #expect(try difference("$ x check\na\nb\n", "a\nc\n") != nil)
    #expect(try difference("$ x check\na\n", "a\nb\n") != nil)
    #expect(try difference("$ x check\nb\n", "a\nb\n") != nil)
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
