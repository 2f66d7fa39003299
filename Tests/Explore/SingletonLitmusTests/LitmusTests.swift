import Foundation
import TestSupport
import Testing

@Suite struct `The program singleton-litmus` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let oracle = Repository.root.appending(
    path: "Tests/Explore/SingletonModelCheckerTests/Resources/litmus.json"
  )
  .path

  /// Returns message passing with a store of this order.
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

  private func litmus(_ text: String, _ arguments: String...) throws -> InvocationResult {
    try folder.write(text, to: "f.json")
    return invoke([folder("f.json")] + arguments)
  }

  @Test(arguments: ["table", "csv", "json", "markdown"]) func `the output of a small file is as recorded`(
    format: String
  ) throws {
    let result = try litmus(Self.small, "--format", format)
    #expect(result.code == .failed)
    try expectGolden(result.output.replacing(folder("f.json"), with: "f.json"), named: "litmus.\(format)")
    #expect(
      result.messages == (format == "table" ? "" : "2 programs, 8 rows: 1 differs, 2 as stated, 5 nothing stated.\n"))
  }

  @Test func `the oracle's hundred programs have the results that are stated under all three models`() throws {
    let models = ["rc11", "tso", "sc"].flatMap { ["--model", $0] }
    let result = invoke([Self.oracle] + models)
    #expect(result.code == .passed)
    #expect(result.output.hasSuffix("\n100 programs, 300 rows: 300 as stated.\n"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  /// Statements that are false of a program, and how its row describes the difference.
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
    ("\"forbidden_in_domain\": [[1, 0]]", "1:r0=1,1:r1=0 is stated as forbidden, but occurs"),
    ("\"forbidden_in_domain\": [[2, 0]]", "1:r0=2,1:r1=0 is stated as forbidden, but one of its values never occurs"),
  ]

  @Test(arguments: differences.indices)
  func `a difference gives exit code 1, and is described in words`(index: Int) throws {
    let (stated, why) = Self.differences[index]
    let result = try litmus(
      Self.messagePassing("rlx", ", \"rc11\": {\(stated)}"), "--model", "rc11", "--format", "json")
    #expect(result.code == .failed)
    #expect(result.output.contains("\"verdict\": \"differs\",\n      \"why\": \"\(why)\""), "\(result.output)")
  }

  @Test func `a combination that never occurs and is not stated as forbidden is a difference`() throws {
    let result = try litmus(Self.messagePassing("rel", ", \"rc11\": {\"forbidden_in_domain\": []}"))
    #expect(result.code == .failed)
    #expect(result.unfolded.contains("expected 0 forbidden combinations, got 1"))
  }

  @Test func `a limit gives exit code 3, and what was found before it counts`() throws {
    let stopped = try litmus(Self.messagePassing("rlx", ", \"rc11\": {\"executions\": 4}"), "--max-executions", "3")
    #expect(stopped.code == .tooWeak)
    #expect(stopped.unfolded.contains("stopped: after 3 executions, by --max-executions. "))
    let enough = try litmus(Self.messagePassing("rlx", ", \"rc11\": {\"executions\": 4}"), "--max-executions", "4")
    #expect(enough.code == .passed)
    let contradicted = try litmus(
      Self.messagePassing("rlx", ", \"rc11\": {\"executions\": 1, \"race\": true}"), "--max-executions", "3")
    #expect(contradicted.code == .failed)
    #expect(contradicted.unfolded.contains("DIFFERS: expected 1 execution, got at least 3. "))
    let weak = try litmus(
      Self.messagePassing("rlx", ", \"rc11\": {\"weak_outcomes\": [[1, 0]]}"), "--max-executions", "2", "--model",
      "rc11")
    #expect(weak.code == .tooWeak)
  }

  @Test func `models and names can be chosen`() throws {
    let result = invoke(
      Self.oracle, "--model", "sc", "--model", "rc11", "--test", "SB+rlx", "--test", "mutex-*[23]",
      "--format", "csv")
    #expect(result.code == .passed)
    let rows = result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(
      rows.map { "\($0[1]) \($0[2])" } == [
        "SB+rlx rc11", "SB+rlx sc", "mutex-inc2 rc11", "mutex-inc2 sc", "mutex-inc3 rc11", "mutex-inc3 sc",
      ])
  }

  @Test func `in JSON, outcomes are objects and facts are booleans`() throws {
    let text = try litmus(Self.messagePassing("rlx", ""), "--model", "rc11", "--format", "json").output
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let row = try #require((root["rows"] as? [[String: Any]])?.first)
    #expect(row["race"] as? Bool == false && row["stuck"] as? Bool == false)
    let outcomes = try #require(row["outcomes"] as? [[String: Any]])
    #expect(outcomes.map { $0["values"] as? [String: Int] }.contains(["1:r0": 1, "1:r1": 0]))
    #expect(outcomes.allSatisfy { $0["executions"] as? Int == 1 })
  }

  @Test func `an execution with an outcome is drawn under the strongest model that has one`() throws {
    let weak = try litmus(Self.messagePassing("rlx", ""), "--outcome", "1:r0=1,1:r1=0")
    #expect(weak.code == .passed && weak.messages.isEmpty)
    #expect(weak.output.hasPrefix("mp-rlx, arm: 1:r0=1,1:r1=0\n"))
    #expect(weak.output.contains("2: R.rlx r1 x\n") && weak.output.contains("-> reads x: 0\n"))
    #expect(
      weak.output.contains("stale: it is 1 by now\n")
        && weak.output.contains("allowed by: ARM and other hardware with weak memory"))
    #expect(weak.output.hasSuffix("litmus \(folder("f.json")) --test mp-rlx --outcome '1:r0=1,1:r1=0'\n"))
    let strong = try litmus(Self.messagePassing("rlx", ""), "--outcome", "1:r1=1")
    #expect(strong.output.hasPrefix("mp-rlx, sc: 1:r1=1\n") && !strong.output.contains("stale"))
    let asked = try litmus(Self.messagePassing("rlx", ""), "--outcome", "1:r1=1", "--model", "rc11")
    #expect(asked.output.hasPrefix("mp-rlx, rc11: ") && !asked.output.contains("allowed by"))
  }

  /// Nothing is stated under ARM of the ten programs that load buffering gives an outcome there.
  @Test func `the classic programs have the outcomes that are stated of each, with and without dependencies`() throws {
    let file = Repository.root.appending(path: "Tests/Explore/SingletonLitmusTests/Golden/classic.json").path
    let result = invoke(file, "--model", "rc11", "--model", "arm", "--model", "tso")
    #expect(result.code == .passed, "\(result.output)")
    #expect(result.output.hasSuffix("\n92 programs, 276 rows: 266 as stated, 10 nothing stated.\n"))
  }

  @Test func `results of a former model are an error`() throws {
    let result = try litmus(Self.messagePassing("rlx", ", \"rc11-dep\": {\"race\": false}"))
    #expect(
      result.code == .unreadableInput && result.messages.contains("results of rc11-dep, which is not a model any more"))
  }

  @Test func `the command below a drawn execution draws it again`() throws {
    let first = try litmus(Self.messagePassing("rlx", ""), "--outcome", "1:r0=1,1:r1=0")
    let command = try #require(first.output.firstMatch(of: /replay:\ \ singleton-litmus\ (.+)\n/)?.1)
    let words = command.split(separator: " ").map { $0.filter { $0 != "'" } }
    #expect(invoke(words).output == first.output)
  }

  @Test func `an outcome that no execution has gives exit code 1, or 3 if a limit stopped the search`() throws {
    let none = try litmus(Self.messagePassing("rel", ""), "--outcome", "1:r0=1,1:r1=0")
    #expect(none.code == .failed)
    #expect(
      none.unfolded
        == "mp-rel: no execution under sc or tso or arm or rc11 has 1:r0=1,1:r1=0. Left out under rc11 and arm: cycles of"
        + " program order and reads-from (load buffering), which ISO C++ and ARM hardware allow.")
    let stopped = try litmus(Self.messagePassing("rel", ""), "--outcome", "1:r0=1,1:r1=0", "--max-executions", "1")
    #expect(stopped.code == .tooWeak && stopped.unfolded.contains("among the first 1 execution; there are more."))
  }

  @Test(arguments: [("rc11", true), ("arm", true), ("tso", false), ("sc", false)])
  func `load buffering is not found, and said to be left out where C++ or ARM allows it`(
    model: String, isSaid: Bool
  ) throws {
    let text = """
      {"name": "lb", "threads": [["R.rlx r0 x", "W.rlx y 1"], ["R.rlx r0 y", "W.rlx x 1"]], "observe": ["0:r0", "1:r0"]}
      """
    let none = try litmus(text, "--outcome", "0:r0=1,1:r0=1", "--model", model)
    #expect(
      none.code == .failed && none.unfolded.contains("Left out under rc11 and arm: ") == isSaid, "\(none.output)")
  }

  @Test(
    arguments: [
      (["r0=1"], "mp-rel does not observe \"r0\""), (["1:r0"], "\"1:r0\" is not valid"),
      (["1:r0=1,1:r0=1"], "is not valid"), (["1:r0=x"], "is not valid"),
      (["1:r0=1", "--format", "json"], "not as json"),
    ]) func `an outcome that cannot be drawn is a usage error`(arguments: [String], message: String) throws
  {
    try folder.write(Self.messagePassing("rel", ""), to: "f.json")
    let result = invoke([folder("f.json"), "--outcome"] + arguments)
    #expect(result.code == .usage && result.messages.contains(message), "\(result.messages)")
  }

  @Test func `without a file, the message has the program's name once, and leads to its help`() {
    let result = invoke()
    #expect(result.code == .usage && result.messages.hasPrefix("singleton-litmus: FILE is missing\n"))
    #expect(result.messages.hasSuffix("  next:     singleton-litmus --help\n"))
    #expect(invoke("--help").code == .passed)
  }

  @Test func `an outcome is drawn of one program`() throws {
    #expect(try litmus(Self.small, "--outcome", "1:r0=1").messages.contains("2 programs are selected"))
    #expect(try litmus(Self.small, "--outcome", "1:r0=1", "--test", "mp-rel").code == .passed)
  }

  @Test func `a pattern that matches nothing gives exit code 4, with the nearest names`() throws {
    let result = try litmus(Self.small, "--test", "mp-*", "--test", "mp-rxl")
    #expect(result.code == .incomplete && result.output.isEmpty)
    #expect(
      result.messages.contains("--test \"mp-rxl\" matches nothing") && result.messages.contains("nearest:  mp-"))
  }

  @Test(arguments: ["[]", "{\"tests\": []}"]) func `a file without programs gives exit code 4`(text: String) throws {
    let result = try litmus(text)
    #expect(result.code == .incomplete && result.messages.contains("f.json has no programs, so nothing runs"))
  }

  @Test func `several files make one table with their names`() throws {
    try folder.write(Self.messagePassing("rlx", ""), to: "g.json")
    let result = try litmus(Self.messagePassing("rlx", ""), folder("g.json"))
    #expect(result.code == .passed)
    #expect(result.output.contains("\n\(folder("f.json")): mp-rlx\n") && result.output.contains("g.json: mp-rlx\n"))
    #expect(result.output.hasSuffix("\n2 programs, 8 rows: 8 nothing stated.\n"))
  }

  @Test func `a long outcome is wrapped, and not cut off`() throws {
    let stores = (1...15).map { "\"W.rlx place\($0) 1\"" }.joined(separator: ",")
    let places = (1...15).map { "\"place\($0)\"" }.joined(separator: ",")
    let result = try litmus("{\"name\": \"long\", \"threads\": [[\(stores)]], \"observe\": [\(places)]}")
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect((1...15).allSatisfy { result.output.contains("place\($0)=1") })
  }

  @Test func `the program in the help text runs`() throws {
    let line = try #require(invoke("--help").output.split(separator: "\n").first { $0.hasPrefix(" {") })
    let result = try litmus(String(line))
    #expect(result.code == .passed && result.output.contains("1:r0=0 (1); 1:r0=1 (1)"))
  }
}

extension InvocationResult {
  /// The output as one line.
  fileprivate var unfolded: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// Each example of the page is a litmus file.
@Suite struct `The page on litmus notation` {
  private static let page = try? Repository.text("Sources/Bench/singleton-bench/Documentation.docc/LitmusNotation.md")

  private static let examples = (page ?? "").split(separator: "```json\n").dropFirst().map {
    String($0.split(separator: "```", maxSplits: 1)[0])
  }

  @Test(arguments: examples)
  func `every example of the notation has the results that it states`(example: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(example, to: "example.json")
    let result = invoke(folder("example.json"), "--model", "rc11")
    #expect(result.code == .passed, "\(result.messages)\(result.output)")
    #expect(result.output.contains("as stated") && !result.output.contains("nothing stated"), "\(result.output)")
    let ofAllModels = invoke(folder("example.json"))
    #expect(ofAllModels.code == .passed, "\(ofAllModels.output)")
  }

  @Test(arguments: [
    "W.na", "W.rlx", "W.rel", "R.na", "R.rlx", "R.acq", "AWAIT.acq", "FADD.rlx", "XCHG.ar", "CAS.ar/acq", "F.sc",
    "LOCK",
    "UNLOCK", "TRYLOCK", "WAIT", "SIGNAL", "SKIP", "SET", "f$r0",
  ]) func `every instruction of the notation has an example`(instruction: String) {
    #expect(Self.examples.count >= 11)
    #expect(
      Self.examples.contains {
        ["\"\(instruction) ", " \(instruction)\"", "\"\(instruction)\""].contains(where: $0.contains)
      })
  }
}
