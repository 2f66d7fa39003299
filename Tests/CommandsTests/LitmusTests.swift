import Commands
import Foundation
import TestSupport
import Testing

/// `litmus` on files of the test's own, and on those that ship with the project.
@Suite struct LitmusTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private static let oracle = root.appending(path: "Tests/ModelCheckerTests/Resources/litmus.json").path

  /// Message passing, stored with this order.
  private static func messagePassing(_ order: String, _ stated: String) -> String {
    """
    {"name": "mp-\(order)", "threads": [["W.rlx x 1", "W.\(order) y 1"], ["R.acq r0 y", "R.rlx r1 x"]],
     "observe": ["1:r0", "1:r1"]\(stated)}
    """
  }

  private static let small =
    "[" + messagePassing("rel", ", \"rc11\": {\"executions\": 3}, \"sc\": {\"executions\": 4}")
    + ",\n" + messagePassing("rlx", ", \"rc11\": {\"weak_outcomes\": [[1, 0]], \"race\": false, \"stuck\": false}")
    + "]"

  private func litmus(_ text: String, _ arguments: String...) throws -> Answer {
    try folder.write(text, to: "f.json")
    return answer(["litmus", folder("f.json")] + arguments)
  }

  @Test(arguments: ["table", "csv", "json", "markdown"]) func `a small file is as recorded`(format: String) throws {
    let answer = try litmus(Self.small, "--format", format)
    #expect(answer.code == .broken)
    try expectGolden(answer.output.replacing(folder("f.json"), with: "f.json"), named: "litmus.\(format)")
    #expect(
      answer.messages == (format == "table" ? "" : "2 programs, 6 rows: 1 differs, 2 as stated, 3 nothing stated.\n"))
  }

  @Test func `the oracle's hundred programs come out as stated under all three models`() throws {
    let answer = answer("litmus", Self.oracle)
    #expect(answer.code == .held)
    #expect(answer.output.hasSuffix("\n100 programs, 300 rows: 300 as stated.\n"))
    #expect(answer.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  /// A program, what is stated of it, and how the row says that it is otherwise.
  private static let differences: [(stated: String, why: String)] = [
    ("\"executions\": 3", "expected 3 executions, got 4"),
    ("\"stuck_executions\": 1", "expected 1 stuck execution, got 0"),
    ("\"race\": true", "expected a race, got none"),
    ("\"stuck\": true", "expected a stuck execution, got none"),
    ("\"outcomes\": [[0, 0], [0, 1], [1, 1]]", "expected no outcome 1:r0=1,1:r1=0, got it"),
    ("\"outcomes\": [[0, 0], [0, 1], [1, 0], [1, 1], [2, null]]", "expected the outcome 1:r0=2,1:r1=null, got none"),
    (
      "\"outcomes\": [{\"values\": [0, 0], \"executions\": 2}, [0, 1], [1, 0], [1, 1]]",
      "1:r0=0,1:r1=0: expected 2 executions, got 1"
    ),
    ("\"weak_outcomes\": []", "expected no outcome beyond sc 1:r0=1,1:r1=0, got it"),
    ("\"weak_outcomes\": [[1, 0], [0, 0]]", "expected the outcome beyond sc 1:r0=0,1:r1=0, got none"),
    ("\"forbidden_in_domain\": [[1, 0]]", "1:r0=1,1:r1=0 is stated as forbidden, and occurs"),
    ("\"forbidden_in_domain\": [[2, 0]]", "1:r0=2,1:r1=0 is stated as forbidden, and one of its values never occurs"),
  ]

  @Test(arguments: differences.indices) func `what differs is 1, and said in words`(index: Int) throws {
    let (stated, why) = Self.differences[index]
    let answer = try litmus(
      Self.messagePassing("rlx", ", \"rc11\": {\(stated)}"), "--model", "rc11", "--format", "json")
    #expect(answer.code == .broken)
    #expect(answer.output.contains("\"verdict\": \"differs\",\n      \"why\": \"\(why)\""), "\(answer.output)")
  }

  @Test func `a combination that never occurs and is not stated as forbidden is a difference`() throws {
    let answer = try litmus(Self.messagePassing("rel", ", \"rc11\": {\"forbidden_in_domain\": []}"))
    #expect(answer.code == .broken)
    #expect(answer.unfolded.contains("expected 0 forbidden combinations, got 1"))
  }

  @Test func `a limit is 3, and what was seen until then still counts`() throws {
    let stopped = try litmus(Self.messagePassing("rlx", ", \"rc11\": {\"executions\": 4}"), "--max-executions", "3")
    #expect(stopped.code == .tooWeak)
    #expect(stopped.unfolded.contains("stopped: after 3 executions, by --max-executions. "))
    let enough = try litmus(Self.messagePassing("rlx", ", \"rc11\": {\"executions\": 4}"), "--max-executions", "4")
    #expect(enough.code == .held)
    let contradicted = try litmus(
      Self.messagePassing("rlx", ", \"rc11\": {\"executions\": 1, \"race\": true}"), "--max-executions", "3")
    #expect(contradicted.code == .broken)
    #expect(contradicted.unfolded.contains("DIFFERS: expected 1 execution, got at least 3. "))
    let weak = try litmus(
      Self.messagePassing("rlx", ", \"rc11\": {\"weak_outcomes\": [[1, 0]]}"), "--max-executions", "2", "--model",
      "rc11")
    #expect(weak.code == .tooWeak)
  }

  @Test func `models, names and times are as asked for`() throws {
    let answer = answer(
      "litmus", Self.oracle, "--model", "sc", "--model", "rc11", "--test", "SB+rlx", "--test", "mutex-*[23]",
      "--time-each", "--format", "csv")
    #expect(answer.code == .held)
    let rows = answer.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(
      rows.map { "\($0[1]) \($0[2])" } == [
        "SB+rlx rc11", "SB+rlx sc", "mutex-inc2 rc11", "mutex-inc2 sc", "mutex-inc3 rc11", "mutex-inc3 sc",
      ])
    #expect(rows.allSatisfy { Double($0.last!)! >= 0 })
  }

  @Test func `a pattern that matches nothing is 4, even beside others, with the nearest names`() throws {
    let answer = try litmus(Self.small, "--test", "mp-*", "--test", "mp-rxl")
    #expect(answer.code == .nothingRan && answer.output.isEmpty)
    #expect(
      answer.messages.contains("--test \"mp-rxl\" matches nothing") && answer.messages.contains("nearest:  mp-"))
  }

  @Test(arguments: ["[]", "{\"tests\": []}"]) func `a file without programs is 4`(text: String) throws {
    let answer = try litmus(text)
    #expect(answer.code == .nothingRan && answer.messages.contains("f.json has no programs, so nothing runs"))
  }

  @Test func `several files are one table, which names them`() throws {
    try folder.write(Self.messagePassing("rlx", ""), to: "g.json")
    let answer = try litmus(Self.messagePassing("rlx", ""), folder("g.json"))
    #expect(answer.code == .held)
    #expect(answer.output.contains("\n\(folder("f.json")): mp-rlx\n") && answer.output.contains("g.json: mp-rlx\n"))
    #expect(answer.output.hasSuffix("\n2 programs, 6 rows: 6 nothing stated.\n"))
  }

  @Test func `a long outcome is folded, and nothing is cut off`() throws {
    let stores = (1...15).map { "\"W.rlx place\($0) 1\"" }.joined(separator: ",")
    let places = (1...15).map { "\"place\($0)\"" }.joined(separator: ",")
    let answer = try litmus("{\"name\": \"long\", \"threads\": [[\(stores)]], \"observe\": [\(places)]}")
    #expect(answer.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect((1...15).allSatisfy { answer.output.contains("place\($0)=1") })
  }

  @Test func `the program that the help shows runs`() throws {
    let line = try #require(answer("litmus", "--help").output.split(separator: "\n").first { $0.hasPrefix("{") })
    let answer = try litmus(String(line))
    #expect(answer.code == .held && answer.output.contains("1:r0=0 (1); 1:r0=1 (1)"))
  }
}

extension Answer {
  /// The output as one line.
  fileprivate var unfolded: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// The page that explains the notation: each example is a file, and says the truth.
@Suite struct LitmusDocumentationTests {
  private static let page: String = {
    let place = URL(filePath: #filePath).deletingLastPathComponent()
    let page = place.appending(path: "../../Sources/singleton-bench/Documentation.docc/LitmusNotation.md").standardized
    return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
  }()

  private static let examples = page.split(separator: "```json\n").dropFirst().map {
    String($0.split(separator: "```", maxSplits: 1)[0])
  }

  @Test(arguments: examples) func `an example comes out as it states`(example: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(example, to: "example.json")
    let answer = answer("litmus", folder("example.json"), "--model", "rc11")
    #expect(answer.code == .held, "\(answer.messages)\(answer.output)")
    #expect(answer.output.contains("as stated") && !answer.output.contains("nothing stated"), "\(answer.output)")
    let ofAllModels = CommandsTests.answer("litmus", folder("example.json"))
    #expect(ofAllModels.code == .held, "\(ofAllModels.output)")
  }

  @Test(arguments: [
    "W.na", "W.rlx", "W.rel", "R.na", "R.rlx", "R.acq", "AWAIT.acq", "FADD.rlx", "XCHG.ar", "CAS.ar/acq", "F.sc",
    "LOCK",
    "UNLOCK", "TRYLOCK", "WAIT", "SIGNAL", "SKIP", "SET", "f$r0",
  ]) func `every instruction has an example`(instruction: String) {
    #expect(Self.examples.count >= 11)
    #expect(
      Self.examples.contains {
        ["\"\(instruction) ", " \(instruction)\"", "\"\(instruction)\""].contains(where: $0.contains)
      })
  }
}
