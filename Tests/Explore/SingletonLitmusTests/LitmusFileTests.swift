import SingletonArgumentParsing
import SingletonStatistics
import TestSupport
import Testing

@Suite struct `Litmus files` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func litmus(_ text: String, _ arguments: String...) throws -> InvocationResult {
    try folder.write(text, to: "f.json")
    return invoke([folder("f.json")] + arguments)
  }

  /// Returns a litmus test named "t" with these members.
  private static func test(_ members: String) -> String {
    "{\"name\": \"t\", \"threads\": [[\"R.rlx r0 x\"]],\n\(members)}"
  }

  private static let mistakes: [(text: String, place: String, problem: String, expected: String)] = [
    ("", "line 1, column 1", "unexpected end of the file", "a value"),
    ("3", "line 1, column 1", "got 3", "an object with \"tests\""),
    ("{\"test\": []}", "line 1, column 1", "neither \"tests\" nor \"threads\"", "an object with \"tests\""),
    ("{\"tests\": 3}", "line 1, column 11", "got 3", "an array of tests"),
    ("[\n3]", "line 2, column 1", "test 1: got 3", "a test, an object"),
    ("{\"threads\": []}", "line 1, column 1", "test 1: no name", "\"name\", a string"),
    ("{\"threads\": [], \"name\": 3}", "line 1, column 25", "test 1: got 3", "\"name\", a string"),
    ("{\"threads\": [], \"name\": \" \"}", "line 1, column 25", "test 1: got \" \"", "\"name\", a string"),
    (#"{"threads": [], "name": "a\u001b[2J"}"#, "line 1, column 25", "test 1: got \"a\\u{1B}", "\"name\", a string"),
    ("[{\"name\": \"t\"}]", "line 1, column 2", "t: no threads", "\"threads\", an array"),
    ("{\"name\": \"t\", \"threads\": 1}", "line 1, column 26", "t: got 1", "an array of threads"),
    ("{\"name\": \"t\", \"threads\": []}", "line 1, column 26", "t: got 0", "1 to 32 threads"),
    ("{\"name\": \"t\", \"threads\": [\"F.sc\"]}", "line 1, column 27", "t: got \"F.sc\"", "a thread, an array"),
    ("{\"name\": \"t\", \"threads\": [[1]]}", "line 1, column 28", "t: got 1", "an instruction, as a string"),
    (
      "{\"name\": \"t\", \"threads\": [[\"F.sc\"],\n  [\"F.sc\", \"W.rlx  é 1\"]]}", "line 2, column 20",
      "t: thread 1, instruction 1: got \"é\"", "a location"
    ),
    (test("\"init\": []"), "line 2, column 9", "t: got an array", "an object of locations"),
    (test("\"init\": {\"x\": 0.5}"), "line 2, column 15", "t: got 0.5", "a whole number"),
    (
      test("\"init\": {\"x\": 9223372036854775808}"), "line 2, column 15", "t: got 9223372036854775808",
      "a whole number"
    ),
    (test("\"init\": {\"x\": 1, \"2\": 1}"), "line 2, column 18", "t: got \"2\"", "a location"),
    (test("\"observe\": {}"), "line 2, column 12", "t: got an object", "an array of registers"),
    (test("\"observe\": [1]"), "line 2, column 13", "t: got 1", "thread:register"),
    (test("\"observe\": [\"x\", \"1:r0\"]"), "line 2, column 18", "t: got \"1:r0\"", "thread:register"),
    (
      test("\"observe\": [\"r0\"]"), "line 2, column 13", "t: got \"r0\"",
      "a location, or thread:register, such as 0:r0"
    ),
    (
      test("\"observe\": [\"0:r1\"]"), "line 2, column 13", "t: got \"0:r1\"",
      "a register that an instruction of thread 0"
    ),
    (
      "{\"name\": \"t\", \"threads\": [[\"R.rlx r0 x\", \"SKIP 2 IF r0 == 0\", \"F.sc\"]]}", "line 1, column 48",
      "t: thread 0, instruction 1: got \"2\"", "at most 1, as many instructions as follow"
    ),
    (
      "{\"name\": \"t\", \"threads\": [[\"R.rlx r0 x\", \"W.rlx y r1+1\"]]}", "line 1, column 51",
      "t: thread 0, instruction 1: got \"r1+1\"", "a register that an instruction of the thread sets"
    ),
    (
      "{\"name\": \"t\", \"threads\": [[\"R.rlx r0 f$r2\"]]}", "line 1, column 38",
      "t: thread 0, instruction 0: got \"f$r2\"", "a register that an instruction of the thread sets"
    ),
    (
      test("\"rc11\": {\"outcome\": [[0]]}"), "line 2, column 10", "t: rc11: unknown key \"outcome\"",
      "one of executions, "
    ),
    (
      test("\"sc\": {\"outcomes\": [{\"values\": [], \"count\": 1}]}"), "line 2, column 36",
      "t: sc: unknown key \"count\"", "one of values, executions"
    ),
    (test("\"tso\": 3"), "line 2, column 8", "t: tso: got 3", "an object with the stated results"),
    (test("\"sc\": {\"executions\": -1}"), "line 2, column 22", "t: sc: got -1", "a number of executions"),
    (test("\"sc\": {\"executions\": true}"), "line 2, column 22", "t: sc: got true", "a number of executions"),
    (test("\"sc\": {\"race\": \"no\"}"), "line 2, column 16", "t: sc: got \"no\"", "true or false"),
    (test("\"sc\": {\"stuck\": 0}"), "line 2, column 17", "t: sc: got 0", "true or false"),
    (test("\"sc\": {\"outcomes\": [1]}"), "line 2, column 21", "t: sc: got 1", "an array of values, or an object"),
    (test("\"sc\": {\"outcomes\": [{}]}"), "line 2, column 21", "t: sc: no values", "an array of values, or an object"),
    (test("\"sc\": {\"outcomes\": [[1]]}"), "line 2, column 21", "t: sc: got 1 value", "0, one for each place"),
    (
      test("\"observe\": [\"x\"], \"sc\": {\"outcomes\": [[\"1\"]]}"), "line 2, column 40", "t: sc: got \"1\"",
      "a whole"
    ),
    (test("\"sc\": {\"outcomes\": [[], []]}"), "line 2, column 25", "t: sc: duplicate values", "each outcome once"),
    (test("\"sc\": {\"weak_outcomes\": [[], []]}"), "line 2, column 30", "t: sc: duplicate values", "each outcome"),
    (test("\"sc\": {\"forbidden_in_domain\": {}}"), "line 2, column 31", "t: sc: got an object", "an array of arrays"),
    (
      "[\(test("")),\n\(test(""))]".replacing(",\n}", with: "}"), "line 2, column 1",
      "a second test \"t\"; the first is on line 1", "each name"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a malformed litmus file gives exit code 65, with line, column and what was expected`(index: Int) throws {
    let mistake = Self.mistakes[index]
    let result = try litmus(mistake.text)
    #expect(result.code == .unreadableInput && result.output.isEmpty)
    let start = "singleton-litmus: \(folder("f.json")), \(mistake.place): \(mistake.problem)"
    #expect(result.messages.hasPrefix(start), "\(result.messages)")
    #expect(result.messages.contains("\n  expected: \(mistake.expected)"), "\(result.messages)")
  }

  @Test func `a litmus program with too many events gives exit code 65`() throws {
    let many = Array(repeating: "\"W.rlx x 1\"", count: 256).joined(separator: ",")
    let result = try litmus("{\"name\": \"t\", \"threads\": [[\(many)]]}")
    #expect(result.code == .unreadableInput)
    #expect(result.messages.contains("t: thread 0 has too many events\n  expected: at most 255 events per thread"))
  }

  private static let healthy = """
    {"tests": [{"name": "t", "init": {"x": 1}, "threads": [["W.rel x 2", "CAS.ar/rlx r1 f$r1 0 r1+1"],
    ["R.acq r0 x", "SKIP 1 IF r0 == 1", "FADD.sc r2 y 1"]], "observe": ["1:r0", "x"],
    "rc11": {"executions": 2, "outcomes": [[1, 2], {"values": [2, 2], "executions": 1}], "race": false, "stuck": false},
    "sc": {"weak_outcomes": [], "forbidden_in_domain": [], "stuck_executions": 0}}]}
    """

  @Test func `a damaged litmus file ends with a documented exit code`() throws {
    var random = SplitMix64(seed: 1)
    var codes: [ExitCode: Int] = [:]
    #expect(try litmus(Self.healthy).code == .passed)
    for _ in 0..<500 {
      var bytes = Array(Self.healthy.utf8)
      for _ in 0..<1 + Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        default: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
        }
      }
      try folder.write(bytes, to: "f.json")
      let result = invoke(folder("f.json"), "--max-executions", "30")
      codes[result.code, default: 0] += 1
      if result.code == .unreadableInput { try #require(result.messages.contains("\n  expected: ")) }
    }
    #expect(Set(codes.keys).isSubset(of: [.passed, .failed, .tooWeak, .incomplete, .unreadableInput]), "\(codes)")
    #expect(codes[.unreadableInput, default: 0] > 125 && codes[.passed, default: 0] > 12, "\(codes)")
  }
}
