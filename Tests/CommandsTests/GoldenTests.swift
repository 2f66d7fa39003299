import Commands
import Foundation
import TestSupport
import Testing

@Suite struct `Texts` {
  static let commands = [
    "run", "check", "replay", "litmus", "compare", "merge", "calibrate", "report", "learn", "list", "explain",
    "completions",
  ]

  @Test func `the program's help is as recorded`() throws {
    try expectGolden(answer("--help").output, named: "help.txt")
    #expect(answer("-h").output == answer("--help").output)
  }

  @Test(arguments: commands) func `a command's help is as recorded`(command: String) throws {
    let answer = answer(command, "--help")
    #expect(answer.code == .held)
    try expectGolden(answer.output, named: "help-\(command).txt")
  }

  @Test(arguments: [[]] + commands.map { [$0] }) func `help is at most 80 columns wide`(command: [String]) {
    #expect(answer(command + ["--help"]).output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the version is one line`() {
    #expect(answer("--version").output == "singleton-bench 0.2.0\n")
    #expect(answer("list", "--version").output == "singleton-bench 0.2.0\n")
  }

  @Test func `list is as recorded`() throws {
    try expectGolden(answer("list").output, named: "list.txt")
    try expectGolden(answer("list", "--format", "json").output, named: "list.json")
  }

  @Test func `list as JSON has strategies, scenarios and lessons`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(answer("list", "--format", "json").output.utf8))
    let lists = try #require(object as? [String: [Any]])
    #expect(lists.mapValues(\.count) == ["strategies": 3, "scenarios": 10, "lessons": 2])
  }

  @Test(arguments: ["unsynchronized-lazy", "double-checked-lock", "once-reentrant"])
  func `explain is as recorded`(strategy: String) throws {
    try expectGolden(answer("explain", strategy).output, named: "explain-\(strategy).txt")
  }
}
